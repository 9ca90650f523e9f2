from shared import doubled

def run_a(rows):
    return doubled(rows, 3)
