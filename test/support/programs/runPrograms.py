"""Runs functions on inputs: reads {source, names, inputs} from standard input, writes what each function did on each input."""
import json
import sys

given = json.load(sys.stdin)
told = []


def tell(value):
    told.append(value)
    return value


def double(value):
    return value * 2


def word(value):
    return "w" + str(value)


def pair(value, other=7):
    return value * 10 + other


space = {"tell": tell, "double": double, "word": word, "pair": pair}
exec(compile(given["source"], "programs", "exec"), space)


def run(name, values):
    a, b, xs, ys, d = json.loads(json.dumps(values))
    table = dict(map(tuple, d))
    told.clear()
    try:
        result = space[name](a, b, xs, ys, table)
    except Exception:
        # Which of two failing parts fails first is not asked.
        return "fails"
    return [result, list(told), xs, ys, sorted(table.items())]


json.dump([[run(name, values) for values in given["inputs"]] for name in given["names"]], sys.stdout)
