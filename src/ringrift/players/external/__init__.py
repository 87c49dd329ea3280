"""External engine processes: play against them and check their protocol conformance."""
