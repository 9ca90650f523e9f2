def http_names():
    return {
        200: "ok",
        201: "created",
        301: "moved",
        404: "missing",
        418: "teapot",
        500: "broken",
    }


def exit_names():
    return {
        0: "done",
        1: "findings",
        2: "usage",
        3: "needs",
        4: "input",
        5: "cancelled",
    }


COLOURS = {"red": 1, "green": 2, "blue": 3}
SIZES = {"small": 1, "middle": 2, "large": 3}


def level_of(code):
    if code >= 500:
        name = "error"
    elif code >= 400:
        name = "warning"
    else:
        name = "info"
    return name.upper()
