"""Rules about results that were scored again."""
