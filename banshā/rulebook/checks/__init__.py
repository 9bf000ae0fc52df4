"""The linter's checks, one module a subject. Each takes a Book and reports what it finds there."""
