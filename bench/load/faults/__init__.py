"""Real faults on real processes: what clients notice, and whether anything is lost."""
