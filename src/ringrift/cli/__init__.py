"""The `ringrift` command, one file a subcommand, and the terminal board."""
