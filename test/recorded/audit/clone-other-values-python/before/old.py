import logging
import re
from amade import made
from alib import clean
from alib import LIMIT
logger = logging.getLogger("old")
MAX = 10
EQUAL = 7
WORD = re.compile(r"\w+-\d+")
CODES = {"a": 1, "b": 2}

def tidy(rows):
    out = []
    for row in rows:
        value = clean(row["x"])
        if value > 0 and row["y"] is not None:
            out.append(value * 3 + row["z"])
    return out

def cut(rows):
    seen = []
    for row in rows:
        if row["n"] > MAX and row["m"] != "none":
            seen.append(row["n"] - row["k"] * 2)
    return seen

def code(rows):
    seen = []
    for row in rows:
        if row["n"] in CODES and row["m"] != "none":
            seen.append(CODES[row["n"]] - row["k"] * 2)
    return seen

def lim(rows):
    total = 0
    for row in rows:
        if row.size > LIMIT and row.ok:
            total += row.size * 4 - row.rest
    return total

def logs(rows):
    total = 0
    for row in rows:
        if row.size > 5 and row.fine:
            logger.info("fine %s", row)
            total += row.size * 4 - row.rest
    return total

def same(rows):
    total = 0
    for row in rows:
        if row.pattern and WORD.match(row.pattern):
            total += row.width * 2 - EQUAL
    return total

def lazy(rows):
    total = 0
    for row in rows:
        if row.lazy and row.rank < 12:
            total -= made(row.rank) * 7
    return total
