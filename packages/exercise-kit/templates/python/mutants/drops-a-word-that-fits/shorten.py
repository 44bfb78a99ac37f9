"""Makes texts fit into headlines."""


def shorten(text, longest):
    """Make a text fit into `longest` characters, cut at the end of a word."""
    if len(text) <= longest:
        return text
    return text[: longest - 1].rsplit(" ", 1)[0].rstrip() + "…"
