TABLE = {}


def register(name, label, fallback, low, high):
    if low > high:
        raise ValueError(f"bad range for {name}")
    TABLE[name] = {"label": label, "low": low, "high": high, "value": fallback}


def editor_settings():
    register("editor.size", "Font size", 14, 6, 40)
    register("editor.tab", "Tab width", 2, 1, 8)
    register("editor.ruler", "Ruler", 100, 40, 200)
    register("editor.undo", "Undo steps", 500, 10, 5000)


def terminal_settings():
    register("terminal.rows", "Rows", 24, 5, 200)
    register("terminal.columns", "Columns", 80, 20, 400)
    register("terminal.scroll", "Scrollback", 1000, 0, 99999)
    register("terminal.bell", "Bell volume", 3, 0, 10)
