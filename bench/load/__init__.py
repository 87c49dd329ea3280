"""Load on a real server: many live games at once, every event checked."""
