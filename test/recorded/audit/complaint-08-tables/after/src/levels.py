def severity(status):
    if status >= 500:
        word = "error"
    elif status >= 400:
        word = "warning"
    else:
        word = "info"
    return word.upper()
