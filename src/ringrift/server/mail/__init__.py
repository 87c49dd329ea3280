"""Mails to people: templates, a durable outbox, and delivery by SMTP."""
