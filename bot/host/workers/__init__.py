"""The service's workers, for timers and jobs that are due and for rows in the outbox."""
