"""How strong people are: OpenSkill for two to four players, each on a list of its own."""
