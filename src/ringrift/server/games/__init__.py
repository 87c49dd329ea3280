"""Games on the server: made, joined, played live, watched, and read again."""
