// The summaries of the results need requests, which a page opened from disk may not make.
DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY = location.protocol !== "file:";
