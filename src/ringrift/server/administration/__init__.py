"""Administration: roles, sanctions, the audit log and the queue of reports."""
