"""Load tests of a real server: many concurrent live games, every event checked."""
