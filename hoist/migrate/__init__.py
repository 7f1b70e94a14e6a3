"""Many repositories: clone each, find, rewrite, prove, commit what the policy allows, and tell what became of it."""
