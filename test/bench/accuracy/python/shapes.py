"""Type 3 (gaps), and the function's logic in other places: contained in a larger function, or split over helpers."""

import ast
import copy

from naming import rename
from scopes import (
    Names, all_loads, all_stores, any_has, blocks, has, loads, parameters, stores, walk_scope,
)

STOPS = (ast.Return, ast.Break, ast.Continue, ast.Yield, ast.YieldFrom, ast.Await, ast.Global, ast.Nonlocal)


def statement(text):
    return ast.parse(text).body[0]


def _logging(fn, rng, label):
    """A statement that nothing after it depends on."""
    known = parameters(fn)
    subject = rng.choice(known) if known else repr(label)
    return statement(
        rng.choice([
            f'logging.getLogger(__name__).debug("{label}: %s", {subject})',
            f'print("{label}", {subject})',
            f'assert {subject} is not Ellipsis, "{label} is not there"',
            f'if {subject} is Ellipsis:\n    raise ValueError("{label} is not there")',
            f'logging.info("{label}")',
        ])
    )


def gap_insert(fn, rng):
    """One to three statements for the log or as a guard between those of the body, also inside of loops and branches."""
    places = [(block, index) for block in blocks(fn) for index in range(len(block) + 1)]
    # Not behind a statement that leaves.
    places = [(block, index) for block, index in places if index == 0 or not isinstance(block[index - 1], (ast.Return, ast.Raise, ast.Break, ast.Continue))]
    wanted = min(len(places), max(1, min(3, sum(1 for _ in blocks(fn)) // 2)))
    chosen = rng.sample(range(len(places)), wanted)
    for at in sorted(chosen, reverse=True):
        block, index = places[at]
        block.insert(index, _logging(fn, rng, rng.choice(['step', 'progress', 'input', 'state'])))
    return wanted


def gap_change(fn, rng):
    """One statement dropped or changed that the gist does not hang on: a guard, a message, a default, a call for the log."""
    sites = []
    for block in blocks(fn):
        for index, node in enumerate(block):
            guard = isinstance(node, ast.If) and not node.orelse and len(node.body) == 1 and isinstance(node.body[0], ast.Raise)
            if len(block) > 1 and (guard or isinstance(node, ast.Assert) or _logs(node)):
                sites.append(lambda block=block, node=node: block.remove(node))
            elif isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and node.exc.args and len(node.exc.args) == 1:
                sites.append(lambda node=node: node.exc.args.__setitem__(0, ast.Constant('the input is not as it should be')))
            elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant) and type(node.value.value) is int and _size(fn) > 12:
                sites.append(lambda node=node: setattr(node, 'value', ast.Constant(node.value.value + 3)))
    if not sites or _size(fn) < 5:
        return 0
    rng.choice(sites)()
    return 1


def _size(fn):
    return sum(isinstance(node, ast.stmt) for node in ast.walk(fn)) - 1


def _logs(node):
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and ast.unparse(node.value.func).startswith(('warnings.', 'logging.', 'logger.', 'log.', 'print'))


def single_exit(fn):
    """True when the body leaves at its end only, so that other statements can follow it."""
    body = fn.body
    for node in ast.walk(fn):
        if isinstance(node, (ast.Yield, ast.YieldFrom, ast.Await, ast.Global, ast.Nonlocal)):
            return False
    if isinstance(fn, ast.AsyncFunctionDef) or not body:
        return False
    inner = body[:-1] if isinstance(body[-1], ast.Return) else body
    return not any_has(inner, ast.Return) and not any(isinstance(node, ast.Raise) for node in inner)


def contained(fn, other, rng, gaps):
    """
    `fn`'s statements in one run, or with others between them, inside a function that also does what `other` does. Both leave
    at their end only. None when their names cannot be kept apart.
    """
    host, guest = copy.deepcopy(other), copy.deepcopy(fn)
    rename(guest, rng)
    names = Names(guest)
    rename(host, rng, avoid=names.bound | names.free)
    if Names(host).bound & (names.bound | names.free) or names.bound & Names(host).free:
        return None
    if host.args.vararg or host.args.kwarg or guest.args.vararg or guest.args.kwarg:
        return None
    ending = guest.body[-1]
    run = list(guest.body)
    made = None
    if isinstance(ending, ast.Return):
        made = next(name for name in ('outcome', 'computed', 'gained') if name not in names.bound | names.free | Names(host).bound | Names(host).free)
        run[-1] = ast.Assign([ast.Name(made, ast.Store())], ending.value or ast.Constant(None))
    cut = rng.randint(1, max(1, len(host.body) - 1))
    before, after = host.body[:cut], host.body[cut:]
    if after and isinstance(after[-1], ast.Return) or before and isinstance(before[-1], ast.Return):
        part = after if after and isinstance(after[-1], ast.Return) else before
        value = part[-1].value or ast.Constant(None)
        leave = ast.Return(ast.Tuple([value, ast.Name(made, ast.Load())], ast.Load()) if made else value)
        part.pop()
    else:
        leave = ast.Return(ast.Name(made, ast.Load()) if made else ast.Constant(None))
    if gaps:
        run, before, after = _mixed(run, before + after, rng)
        if run is None:
            return None
    host.body = [*before, *run, *after, leave]
    host.args = _joined(guest.args, host.args)
    host.decorator_list, host.returns = [], None
    return host


def _mixed(run, others, rng):
    """The host's statements spread between those of the guest, both in their own order."""
    if len(run) < 2 or len(others) < 2:
        return None, None, None
    spread = others[1:]
    places = sorted(rng.randint(1, len(run) - 1) for _ in spread)
    merged, used = [], 0
    for index, node in enumerate(run):
        while used < len(places) and places[used] == index:
            merged.append(spread[used])
            used += 1
        merged.append(node)
    return merged + spread[used:], others[:1], []


def _joined(one, two):
    """Parameters of both; what has a default keeps it as a keyword."""
    positional, keyword, defaults = [], [], []
    for args in (one, two):
        plain = [*args.posonlyargs, *args.args]
        bare = len(plain) - len(args.defaults)
        positional += [ast.arg(arg.arg) for arg in plain[:bare]]
        for arg, default in [*zip(plain[bare:], args.defaults), *zip(args.kwonlyargs, args.kw_defaults)]:
            keyword.append(ast.arg(arg.arg))
            defaults.append(default)
    return ast.arguments([], positional, None, keyword, defaults, None, [])


def split(fn, rng, helper_name):
    """
    Pieces of the body move to helpers that the function calls: its end, a run of statements, the body of a loop. Returns the
    helpers, `fn` being changed; an empty list when nothing could be moved.
    """
    if isinstance(fn, ast.AsyncFunctionDef) or has(fn, ast.Yield, ast.YieldFrom, ast.Await, ast.Global, ast.Nonlocal, ast.Import, ast.ImportFrom):
        return []
    if any(isinstance(node, (ast.FunctionDef, ast.Lambda, ast.ClassDef, ast.NamedExpr, ast.Delete)) for node in walk_scope(fn)):
        return []
    helpers = []
    ways = [_split_run, _split_loop, _split_end]
    rng.shuffle(ways)
    for way in ways:
        if len(helpers) < 2:
            helper = way(fn, rng, f'{helper_name}_{len(helpers) + 1}')
            if helper:
                helpers.append(helper)
    return helpers


def _needs(fn, nodes):
    bound = Names(fn).bound
    return sorted(all_loads(nodes) & bound)


def _function(name, needs, body):
    # Parsed, since Pythons differ in what the fields of a definition are.
    fn = statement('def made(): pass')
    fn.name, fn.body = name, body
    fn.args.args = [ast.arg(need) for need in needs]
    return fn


def _call(name, needs):
    return ast.Call(ast.Name(name, ast.Load()), [ast.Name(need, ast.Load()) for need in needs], [])


def _surely_bound(fn, before):
    """Names that are bound whenever the statements of `before`, all at the function's top level, have run."""
    bound = set(parameters(fn))
    for node in before:
        if isinstance(node, ast.Assign):
            bound |= all_stores(node.targets)
        elif isinstance(node, ast.AugAssign):
            bound |= stores(node.target)
        elif isinstance(node, ast.With):
            bound |= all_stores([item.optional_vars for item in node.items if item.optional_vars]) | _surely_bound(fn, node.body)
        elif isinstance(node, ast.If) and node.orelse:
            yes, no = _surely_bound(fn, node.body), _surely_bound(fn, node.orelse)
            leaves = (ast.Return, ast.Raise)
            bound |= no if isinstance(node.body[-1], leaves) else yes if isinstance(node.orelse[-1], leaves) else yes & no
    return bound


def _local_loads(fn, nodes):
    """Needed names; those of comprehensions alone are none."""
    inside = set()
    for node in nodes:
        for child in ast.walk(node):
            if isinstance(child, ast.comprehension):
                inside |= stores(child.target)
    return [need for need in _needs(fn, nodes) if need not in inside], inside


def _split_end(fn, rng, name):
    cuts = []
    for cut in range(1, len(fn.body)):
        needs, inside = _local_loads(fn, fn.body[cut:])
        bound = _surely_bound(fn, fn.body[:cut])
        # What only the end itself binds is no parameter of it.
        first = [need for need in needs if need not in all_stores(fn.body[cut:]) or need in all_stores(fn.body[:cut]) or need in parameters(fn)]
        if set(first) <= bound and not inside & bound and 2 <= sum(isinstance(node, ast.stmt) for part in fn.body[cut:] for node in ast.walk(part)) and len(first) <= 7:
            cuts.append((cut, first))
    if not cuts:
        return None
    cut, needs = rng.choice(cuts)
    helper = _function(name, needs, fn.body[cut:])
    fn.body[cut:] = [ast.Return(_call(name, needs))]
    return helper


def _split_run(fn, rng, name):
    choices = []
    for start in range(len(fn.body)):
        for end in range(start + 2, min(len(fn.body), start + 5)):
            run = fn.body[start:end]
            if any_has(run, *STOPS):
                continue
            needs, inside = _local_loads(fn, run)
            bound = _surely_bound(fn, fn.body[:start])
            made = _surely_bound(_function('', [], [ast.Pass()]), run)
            needs = [need for need in needs if need in bound or need not in all_stores(run) or need in all_stores(fn.body[:start])]
            later = all_loads(fn.body[end:])
            results = sorted(all_stores(run) & later - inside)
            if set(needs) <= bound and set(results) <= made | (bound & set(needs)) and not inside & (bound | later) and 1 <= len(results) <= 3 and len(needs) <= 7:
                choices.append((start, end, needs, results))
    if not choices:
        return None
    start, end, needs, results = rng.choice(choices)
    value = ast.Name(results[0], ast.Load()) if len(results) == 1 else ast.Tuple([ast.Name(name_, ast.Load()) for name_ in results], ast.Load())
    helper = _function(name, needs, [*fn.body[start:end], ast.Return(value)])
    target = ast.Name(results[0], ast.Store()) if len(results) == 1 else ast.Tuple([ast.Name(name_, ast.Store()) for name_ in results], ast.Store())
    fn.body[start:end] = [ast.Assign([target], _call(name, needs))]
    return helper


def _split_loop(fn, rng, name):
    """The body of a loop at the top level that binds nothing that outlives one turn of it."""
    for index, loop in enumerate(fn.body):
        if not isinstance(loop, ast.For) or loop.orelse or any_has(loop.body, *STOPS) or sum(isinstance(node, ast.stmt) for part in loop.body for node in ast.walk(part)) < 3:
            continue
        needs, inside = _local_loads(fn, loop.body)
        bound = _surely_bound(fn, fn.body[:index]) | stores(loop.target)
        own = all_stores(loop.body)
        if own & bound or own & all_loads(fn.body[index + 1 :]) or inside & bound:
            continue
        needs = [need for need in needs if need not in own]
        if not set(needs) <= bound or len(needs) > 7:
            continue
        # A name that one turn of the loop leaves to the next would be lost.
        if any(loads(node) & own - _surely_bound(_function('', [], [ast.Pass()]), loop.body[:at]) for at, node in enumerate(loop.body)):
            continue
        helper = _function(name, needs, loop.body)
        loop.body = [ast.Expr(_call(name, needs))]
        return helper
    return None
