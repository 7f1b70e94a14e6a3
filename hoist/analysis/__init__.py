"""What a program's names hold, what its calls do, where its session loops are and what may leave them."""
