"""OpenSkill ratings, separate for games of two, three and four players."""
