"""`python -m ringrift`: the same as the `ringrift` command."""

from ringrift.cli.main import main

if __name__ == "__main__":
    raise SystemExit(main())
