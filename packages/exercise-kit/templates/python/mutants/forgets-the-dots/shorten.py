"""Makes texts fit into headlines."""


def shorten(text, longest):
    """Make a text fit into `longest` characters, cut at the end of a word."""
    if len(text) <= longest:
        return text
    kept, follows = text[: longest - 1], text[longest - 1]
    if follows != " ":
        kept = kept.rsplit(" ", 1)[0]
    return kept.rstrip()
