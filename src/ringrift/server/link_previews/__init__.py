"""What a link to the site shows elsewhere: a title, a description and a picture (Open Graph)."""
