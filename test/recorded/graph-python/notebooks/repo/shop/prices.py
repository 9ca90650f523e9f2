import analysis.explore

def total(rows):
    return analysis.explore.rows(rows)
