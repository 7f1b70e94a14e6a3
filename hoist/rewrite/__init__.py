"""From edits to new text, with the line map between old and new, and the diff.

``hoist.rewrite.apply`` imports libcst; only a command that rewrites may import it.
"""
