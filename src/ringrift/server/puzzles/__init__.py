"""The shipped puzzles over HTTP, and the results of accounts."""
