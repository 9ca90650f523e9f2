"""Smoothing of series; gaps are left alone."""


def rolling_mean(levels, width=3):
    """Mean over a window of `width` values around each value; known values only."""
    half = width // 2
    smooth = []
    for index in range(len(levels)):
        window = [v for v in levels[max(0, index - half) : index + half + 1] if v is not None]
        smooth.append(sum(window) / len(window) if window else None)
    return smooth


def remove_spikes(levels, jump=0.5):
    """Replaces a value that leaves both neighbours by more than `jump`, in the same direction, by None."""
    cleaned = list(levels)
    for index in range(1, len(levels) - 1):
        before, here, after = levels[index - 1 : index + 2]
        if before is None or here is None or after is None:
            continue
        rise, fall = here - before, here - after
        if abs(rise) > jump and abs(fall) > jump and rise * fall > 0:
            cleaned[index] = None
    return cleaned
