"""What was better: hints, look backs and the moves that cost most."""
