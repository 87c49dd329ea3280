"""The server: accounts, lobby and live games over the network. The host drives a game; this carries it."""
