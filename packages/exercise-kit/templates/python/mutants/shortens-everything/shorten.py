"""Makes texts fit into headlines."""


def shorten(text, longest):
    """Make a text fit into `longest` characters, cut at the end of a word."""
    kept, follows = text[: longest - 1], text[longest - 1 : longest]
    if follows != " ":
        kept = kept.rsplit(" ", 1)[0]
    return kept.rstrip() + "…"
