# rewheel-ignore[reimplements-logic]: kept for speed
def above():
    return compute(1) + 1


def on():  # rewheel-ignore: all of them
    # rewheel-ignore[a, b]
    return compute(2) + "# rewheel-ignore[text]: no comment"
