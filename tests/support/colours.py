"""How well a colour reads on another, as WCAG 2 defines it."""


def contrast(one, other):
    """The contrast ratio of two colours, each #rgb or #rrggbb; 7 is level AAA for text."""
    darker, lighter = sorted([_luminance(one), _luminance(other)])
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour):
    parts = [part / 255 for part in rgb(colour)]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def rgb(colour):
    """Red, green and blue of a colour, 0 to 255."""
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    return [int(digits[start : start + 2], 16) for start in (0, 2, 4)]
