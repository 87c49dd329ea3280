"""Studies: annotated games with variations, in chapters."""
