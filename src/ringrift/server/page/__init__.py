"""The page that people play in: the files that `make page` builds, served by this process."""
