"""Type 4: loops against comprehensions, and for against while over a counter. Same contract as forms.py."""

import ast

from scopes import (
    SCOPES, blocks, fresh, has, is_pure, loads, names_in, stores,
)

OUTSIDE = (ast.Yield, ast.YieldFrom, ast.Await, ast.NamedExpr)
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def name(text, store=False):
    return ast.Name(text, ast.Store() if store else ast.Load())


def comprehension(fn, rng):
    """A loop that fills a list, set or dictionary, against a comprehension: both ways, whichever way the function allows."""
    forwards = rng.random() < 0.5
    return (_to_comprehension(fn) or _to_loop(fn)) if forwards else (_to_loop(fn) or _to_comprehension(fn))


def _to_comprehension(fn):
    count = 0
    for block in blocks(fn):
        index = 0
        while index + 1 < len(block):
            new = _collected(fn, block[index], block[index + 1])
            if new is not None:
                block[index : index + 2] = [new]
                count += 1
            index += 1
    return count


def _collected(fn, start, loop):
    if not (isinstance(start, ast.Assign) and len(start.targets) == 1 and isinstance(start.targets[0], ast.Name)):
        return None
    if not isinstance(loop, ast.For) or loop.orelse or not isinstance(loop.target, (ast.Name, ast.Tuple)):
        return None
    result, empty = start.targets[0].id, ast.unparse(start.value)
    conditions, body = [], loop.body
    while len(body) == 1 and isinstance(body[0], ast.If) and not body[0].orelse:
        conditions.append(body[0].test)
        body = body[0].body
    if len(body) != 1 or has(loop, *OUTSIDE):
        return None
    parts = _added(body[0], result)
    if parts is None or {'list': '[]', 'set': 'set()', 'dict': '{}'}[parts[0]] != empty:
        return None
    used = [*conditions, loop.iter, *parts[1:]]
    if any(result in names_in(part) for part in used):
        return None
    # The loop's names live no longer than the comprehension.
    inside = {id(node) for node in ast.walk(loop)}
    own = stores(loop.target)
    if any(isinstance(node, ast.Name) and node.id in own and id(node) not in inside for node in ast.walk(fn)):
        return None
    generators = [ast.comprehension(loop.target, loop.iter, conditions, 0)]
    if parts[0] == 'dict':
        value = ast.DictComp(parts[1], parts[2], generators)
    else:
        value = (ast.ListComp if parts[0] == 'list' else ast.SetComp)(parts[1], generators)
    return ast.Assign(start.targets, value)


def _added(statement, result):
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call) and isinstance(statement.value.func, ast.Attribute):
        call = statement.value
        if isinstance(call.func.value, ast.Name) and call.func.value.id == result and len(call.args) == 1 and not call.keywords:
            kind = {'append': 'list', 'add': 'set'}.get(call.func.attr)
            return kind and (kind, call.args[0])
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1 and isinstance(statement.targets[0], ast.Subscript):
        target = statement.targets[0]
        if isinstance(target.value, ast.Name) and target.value.id == result and not isinstance(target.slice, ast.Slice):
            return ('dict', target.slice, statement.value)
    return None


def _to_loop(fn):
    count = 0
    for block in blocks(fn):
        index = 0
        while index < len(block):
            new = _unrolled(fn, block[index])
            if new:
                block[index : index + 1] = new
                count += 1
                index += len(new) - 1
            index += 1
    return count


def _unrolled(fn, statement):
    value = getattr(statement, 'value', None)
    if not isinstance(statement, (ast.Return, ast.Assign)) or value is None:
        return None
    if isinstance(value, ast.Call) and len(value.args) == 1 and isinstance(value.args[0], (ast.GeneratorExp, ast.ListComp)) and isinstance(value.func, ast.Name):
        known = value.func.id if not value.keywords else ''
        inner = value.args[0]
        if known in ('any', 'all') and isinstance(statement, ast.Return) and isinstance(inner, ast.GeneratorExp):
            hit = inner.elt if known == 'any' else ast.UnaryOp(ast.Not(), inner.elt)
            found = ast.If(hit, [ast.Return(ast.Constant(known == 'any'))], [])
            loop = _loops(fn, inner, lambda _: [found], [found.test])
            return loop and [loop, ast.Return(ast.Constant(known != 'any'))]
        if known == 'sum' and isinstance(statement, ast.Return):
            total = fresh(fn, 'total')
            loop = _loops(fn, inner, lambda _: [ast.AugAssign(name(total, True), ast.Add(), inner.elt)], [inner])
            return loop and [ast.Assign([name(total, True)], ast.Constant(0)), loop, ast.Return(name(total))]
        if known in ('sorted', 'list', 'tuple', 'set', 'frozenset', 'max', 'min', 'sum'):
            made = _unrolled(fn, ast.Assign([name(fresh(fn, 'collected'), True)], ast.ListComp(inner.elt, inner.generators)))
            if not made:
                return None
            value.args[0] = name(made[0].targets[0].id)
            return [*made, statement]
        return None
    if not isinstance(value, (ast.ListComp, ast.SetComp, ast.DictComp)):
        return None
    into = statement.targets[0] if isinstance(statement, ast.Assign) else None
    plain = isinstance(into, ast.Name) and len(statement.targets) == 1 and into.id not in names_in(value)
    result = into.id if plain else fresh(fn, 'collected')
    if isinstance(value, ast.DictComp):
        empty = ast.Dict([], [])
        last = lambda comp: [ast.Assign([ast.Subscript(name(result), comp.key, ast.Store())], comp.value)]
    else:
        method = 'append' if isinstance(value, ast.ListComp) else 'add'
        empty = ast.List([], ast.Load()) if method == 'append' else ast.Call(name('set'), [], [])
        last = lambda comp: [ast.Expr(ast.Call(ast.Attribute(name(result), method, ast.Load()), [comp.elt], []))]
    loop = _loops(fn, value, last, [value])
    if not loop:
        return None
    rest = [] if plain else [statement]
    if rest:
        statement.value = name(result)
    return [ast.Assign([name(result, True)], empty), loop, *rest]


def _loops(fn, comp, last, parts):
    """Nested loops of a comprehension around the statements of `last`; its names are made new where the function has them."""
    if has(comp, *OUTSIDE) or any(part is not comp and has(part, *OUTSIDE) for part in parts):
        return None
    if any(generator.is_async for generator in comp.generators) or any(isinstance(node, SCOPES) for node in ast.walk(comp)):
        return None
    own = set().union(*(stores(generator.target) for generator in comp.generators))
    if own & loads(comp.generators[0].iter):
        return None
    inside = {id(node) for node in ast.walk(comp)}
    outside = {node.id for node in ast.walk(fn) if isinstance(node, ast.Name) and id(node) not in inside}
    outside |= {node.arg for node in ast.walk(fn) if isinstance(node, ast.arg)}
    if any(other is not comp and id(other) in inside for other in ast.walk(fn) if isinstance(other, COMPREHENSIONS) and _binds(other, own)):
        return None
    for old in sorted(own & outside):
        new = fresh(fn, f'each_{old}')
        for node in [*ast.walk(comp), *(node for part in parts for node in ast.walk(part))]:
            if isinstance(node, ast.Name) and node.id == old:
                node.id = new
    body = last(comp)
    for generator in reversed(comp.generators):
        for condition in reversed(generator.ifs):
            body = [ast.If(condition, body, [])]
        body = [ast.For(generator.target, generator.iter, body, [])]
    return body[0]


def _binds(comp, names):
    return any(stores(generator.target) & names for generator in comp.generators)


def counter(fn, rng):
    """`for i in range(…)` against a while loop over a counter, both ways."""
    count = 0
    for block in blocks(fn):
        index = 0
        while index < len(block):
            new = _counting(fn, block[index])
            if new:
                block[index : index + 1] = new
                index += len(new) - 1
                count += 1
            elif index > 0:
                loop = _ranged(fn, block[index - 1], block[index])
                if loop:
                    block[index - 1 : index + 1] = [loop]
                    index -= 1
                    count += 1
            index += 1
    return count


def _counting(fn, loop):
    if not isinstance(loop, ast.For) or loop.orelse or not isinstance(loop.target, ast.Name):
        return None
    over = loop.iter
    if not (isinstance(over, ast.Call) and isinstance(over.func, ast.Name) and over.func.id == 'range' and len(over.args) in (1, 2)):
        return None
    if not all(is_pure(arg) and not isinstance(arg, ast.Starred) for arg in over.args) or over.keywords:
        return None
    start, end = ([ast.Constant(0)] + over.args)[-2:]
    variable = loop.target.id
    if any(isinstance(node, ast.Continue) for node in _own_loop(loop.body)) or variable in stores(ast.Module(loop.body, [])) | loads(over):
        return None
    inside = {id(node) for node in ast.walk(loop)}
    if any(isinstance(node, ast.Name) and node.id == variable and id(node) not in inside for node in ast.walk(fn)):
        return None
    before = []
    changed = stores(ast.Module(loop.body, []))
    if not (isinstance(end, ast.Constant) or isinstance(end, ast.Name) and end.id not in changed):
        limit = fresh(fn, 'limit')
        before = [ast.Assign([name(limit, True)], end)]
        end = name(limit)
    step = ast.AugAssign(name(variable, True), ast.Add(), ast.Constant(1))
    test = ast.Compare(name(variable), [ast.Lt()], [end])
    return [*before, ast.Assign([name(variable, True)], start), ast.While(test, [*loop.body, step], [])]


def _ranged(fn, start, loop):
    if not (isinstance(loop, ast.While) and not loop.orelse and isinstance(start, ast.Assign) and len(start.targets) == 1):
        return None
    target, test, last = start.targets[0], loop.test, loop.body[-1]
    if not (isinstance(target, ast.Name) and isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.ops[0], ast.Lt)):
        return None
    if not isinstance(start.value, ast.Constant) or ast.unparse(last) not in (f'{target.id} += 1', f'{target.id} = {target.id} + 1'):
        return None
    end, body = test.comparators[0], loop.body[:-1]
    if ast.unparse(test.left) != target.id or not isinstance(end, (ast.Name, ast.Constant)) or not body:
        return None
    changed = stores(ast.Module(body, []))
    if target.id in changed or (isinstance(end, ast.Name) and end.id in changed):
        return None
    if any(isinstance(node, ast.Continue) for node in _own_loop(body)):
        return None
    inside = {id(node) for node in ast.walk(loop)} | {id(target)}
    if any(isinstance(node, ast.Name) and node.id == target.id and id(node) not in inside for node in ast.walk(fn)):
        return None
    arguments = [end] if start.value.value == 0 else [start.value, end]
    return ast.For(target, ast.Call(name('range'), arguments, []), body, [])


def _own_loop(statements):
    """Nodes below the statements that belong to the loop around them, not to one inside."""
    stack = list(statements)
    while stack:
        node = stack.pop()
        yield node
        if not isinstance(node, (*SCOPES, ast.For, ast.While, ast.AsyncFor)):
            stack.extend(ast.iter_child_nodes(node))
