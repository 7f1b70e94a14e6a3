"""Reading and writing source files: encodings, newlines, which files to look at, which local file an import means."""
