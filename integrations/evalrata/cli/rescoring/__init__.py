"""``evalrata rescore``: what it is told, and how a re-score is written."""
