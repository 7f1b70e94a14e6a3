"""Reports: findings, diffs, verdicts and step times as text for a terminal, and all but the curves as JSON."""
