"""The engine protocol: its commands and answers, and our implementation."""
