"""The server: accounts, lobby and live games over the network."""
