"""
Type 4: one function a form. Each takes the function's tree, which it changes, and a random generator, and returns at how
many places it applied. All keep what the function does; their preconditions say when.
"""

import ast

from scopes import (
    blocks, fresh, has, in_loop, is_number, is_pure, loads, numeric, numeric_names, stores, walk_scope,
)

INVERSE = {ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In}
MIRROR = {ast.Lt: ast.Gt, ast.Gt: ast.Lt, ast.LtE: ast.GtE, ast.GtE: ast.LtE, ast.Eq: ast.Eq, ast.NotEq: ast.NotEq, ast.Is: ast.Is, ast.IsNot: ast.IsNot}
LEAVES = (ast.Return, ast.Raise, ast.Continue, ast.Break)


def negated(test):
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return test.operand
    if isinstance(test, ast.Compare) and len(test.ops) == 1 and type(test.ops[0]) in INVERSE:
        return ast.Compare(test.left, [INVERSE[type(test.ops[0])]()], test.comparators)
    return ast.UnaryOp(ast.Not(), test)


class Rewriter(ast.NodeTransformer):
    """Rewrites expressions from the inside out with `rewrite`, which returns None where it does not apply."""

    def __init__(self, rewrite):
        self.rewrite, self.count = rewrite, 0

    def visit(self, node):
        # What stands inside of a formatted string is left as it is: not every form can be written there.
        node = node if isinstance(node, ast.JoinedStr) else self.generic_visit(node)
        new = self.rewrite(node) if isinstance(node, ast.expr) else None
        if new is None:
            return node
        self.count += 1
        return new


def rewrite_body(fn, rewrite):
    rewriter = Rewriter(rewrite)
    fn.body = [rewriter.visit(statement) for statement in fn.body]
    return rewriter.count


def order(fn, rng):
    """Neighbouring assignments that do not depend on each other change places."""
    count = 0

    def simple(statement):
        if not (isinstance(statement, ast.Assign) and is_pure(statement.value)):
            return False
        return all(isinstance(target, ast.Name) for target in statement.targets)

    for block in blocks(fn):
        index = 0
        while index + 1 < len(block):
            one, two = block[index], block[index + 1]
            if simple(one) and simple(two) and not (stores(one) & (loads(two) | stores(two))) and not (stores(two) & loads(one)):
                block[index], block[index + 1] = two, one
                count += 1
                index += 1
            index += 1
    return count


def mirrored(fn, rng):
    """Comparisons are turned round, and sums and products of numbers."""
    known = numeric_names(fn)

    def rewrite(node):
        if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in MIRROR:
            if is_pure(node.left) and is_pure(node.comparators[0]):
                return ast.Compare(node.comparators[0], [MIRROR[type(node.ops[0])]()], [node.left])
        if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Mult)) and is_pure(node.left) and is_pure(node.right):
            if numeric(node.left, known) and numeric(node.right, known) or isinstance(node.op, ast.Mult) and is_number(node.left) != is_number(node.right):
                return ast.BinOp(node.right, node.op, node.left)
            # Only a number can be added to a number.
            if isinstance(node.op, ast.Add) and (is_number(node.left) or is_number(node.right)):
                return ast.BinOp(node.right, node.op, node.left)
        return None

    return rewrite_body(fn, rewrite)


def negate(fn, rng):
    """Both branches change places under the negated condition."""
    count = 0
    for block in blocks(fn):
        for statement in block:
            if isinstance(statement, ast.If) and statement.orelse:
                statement.test = negated(statement.test)
                statement.body, statement.orelse = statement.orelse, statement.body
                count += 1
    return count


def early(fn, rng):
    """What follows a branch that leaves moves into its else, or the other way round; `continue` becomes a condition."""
    into_else = rng.random() < 0.5
    return (_into_else(fn) or _out_of_else(fn)) if into_else else (_out_of_else(fn) or _into_else(fn))


def _into_else(fn):
    count, loops = 0, in_loop(fn)
    for block in blocks(fn):
        for index, statement in enumerate(block):
            if not isinstance(statement, ast.If) or statement.orelse or index + 1 == len(block):
                continue
            last = statement.body[-1]
            if isinstance(last, ast.Continue) and len(statement.body) == 1 and id(block) in loops:
                statement.test, statement.body = negated(statement.test), block[index + 1 :]
            elif isinstance(last, LEAVES):
                statement.orelse = block[index + 1 :]
            else:
                continue
            del block[index + 1 :]
            count += 1
            break
    return count


def _out_of_else(fn):
    count = 0
    for block in blocks(fn):
        index = 0
        while index < len(block):
            statement = block[index]
            if isinstance(statement, ast.If) and statement.orelse and isinstance(statement.body[-1], LEAVES):
                block[index + 1 : index + 1] = statement.orelse
                statement.orelse = []
                count += 1
            index += 1
    return count


def temporary(fn, rng):
    """Returned values and first arguments get a name of their own."""
    count = 0
    for block in blocks(fn):
        index = 0
        while index < len(block):
            statement = block[index]
            value = getattr(statement, 'value', None)
            if isinstance(statement, ast.Return) and value is not None and not isinstance(value, (ast.Name, ast.Constant)):
                name = fresh(fn, rng.choice(['result', 'outcome', 'answer', 'output']))
                statement.value = ast.Name(name, ast.Load())
                block.insert(index, ast.Assign([ast.Name(name, ast.Store())], value))
                count, index = count + 1, index + 1
            elif isinstance(statement, (ast.Assign, ast.Expr)) and isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.args:
                # A name is read before its arguments are evaluated, which nothing can tell apart.
                first = value.args[0]
                if isinstance(first, (ast.Call, ast.BinOp, ast.ListComp, ast.Subscript)) and not has(first, ast.NamedExpr, ast.Yield, ast.Await):
                    name = fresh(fn, rng.choice(['argument', 'part', 'piece', 'inner']))
                    value.args[0] = ast.Name(name, ast.Load())
                    block.insert(index, ast.Assign([ast.Name(name, ast.Store())], first))
                    count, index = count + 1, index + 1
            index += 1
    return count


def _first_evaluated(statement):
    """The expression of a statement that is evaluated first, as (parent, field, index)."""
    field = {ast.Return: 'value', ast.Assign: 'value', ast.Expr: 'value', ast.If: 'test', ast.For: 'iter', ast.AugAssign: None}.get(type(statement))
    if field is None or getattr(statement, field) is None:
        return None
    parent, place, index = statement, field, None
    while True:
        node = getattr(parent, place) if index is None else getattr(parent, place)[index]
        if isinstance(node, ast.Call):
            if isinstance(node.func, ast.Name) and node.args and not isinstance(node.args[0], ast.Starred):
                parent, place, index = node, 'args', 0
            else:
                parent, place, index = node, 'func', None
        elif isinstance(node, (ast.Attribute, ast.Subscript)):
            parent, place, index = node, 'value', None
        elif isinstance(node, (ast.BinOp, ast.Compare)):
            parent, place, index = node, 'left', None
        elif isinstance(node, ast.BoolOp):
            parent, place, index = node, 'values', 0
        elif isinstance(node, ast.UnaryOp):
            parent, place, index = node, 'operand', None
        elif isinstance(node, (ast.Tuple, ast.List)) and node.elts:
            parent, place, index = node, 'elts', 0
        else:
            return parent, place, index


def inlined(fn, rng):
    """A name that is used once, first in the next statement, gives way to its value."""
    count = 0
    for block in blocks(fn):
        index = 0
        while index + 1 < len(block):
            statement, following = block[index], block[index + 1]
            index += 1
            if not (isinstance(statement, ast.Assign) and len(statement.targets) == 1 and isinstance(statement.targets[0], ast.Name)):
                continue
            name = statement.targets[0].id
            uses = [node for node in ast.walk(fn) if isinstance(node, ast.Name) and node.id == name]
            if len(uses) != 2 or any(name in getattr(node, 'names', []) for node in ast.walk(fn)):
                continue
            place = _first_evaluated(following)
            if not place or has(statement.value, ast.Yield, ast.YieldFrom, ast.Await, ast.NamedExpr):
                continue
            parent, field, at = place
            node = getattr(parent, field) if at is None else getattr(parent, field)[at]
            if not (isinstance(node, ast.Name) and node.id == name):
                continue
            if at is None:
                setattr(parent, field, statement.value)
            else:
                getattr(parent, field)[at] = statement.value
            index -= 1
            del block[index]
            count += 1
    return count


def augmented(fn, rng):
    """`x += n` and `x = x + n`, for numbers and texts, which are never changed in place."""
    known, count = numeric_names(fn), 0

    def plain(value):
        return numeric(value, known) or isinstance(value, (ast.JoinedStr, ast.Constant))

    for block in blocks(fn):
        for index, statement in enumerate(block):
            if isinstance(statement, ast.AugAssign) and isinstance(statement.target, (ast.Name, ast.Attribute, ast.Subscript)):
                target = statement.target
                if not plain(statement.value) or not is_pure(target):
                    continue
                read = ast.parse(ast.unparse(target), mode='eval').body
                block[index] = ast.Assign([target], ast.BinOp(read, statement.op, statement.value))
            elif isinstance(statement, ast.Assign) and len(statement.targets) == 1 and isinstance(statement.value, ast.BinOp):
                target, value = statement.targets[0], statement.value
                if ast.unparse(target) != ast.unparse(value.left) or not plain(value.right) or not is_pure(target):
                    continue
                block[index] = ast.AugAssign(target, value.op, value.right)
            else:
                continue
            count += 1
    return count


def ternary(fn, rng):
    """A conditional expression against two branches, both ways."""
    count = 0
    for block in blocks(fn):
        for index, statement in enumerate(block):
            value = getattr(statement, 'value', None)
            if isinstance(statement, ast.Return) and isinstance(value, ast.IfExp):
                block[index] = ast.If(value.test, [ast.Return(value.body)], [ast.Return(value.orelse)])
            elif isinstance(statement, ast.Assign) and isinstance(value, ast.IfExp):
                if not all(isinstance(target, ast.Name) for target in statement.targets):
                    continue
                block[index] = ast.If(value.test, [ast.Assign(statement.targets, value.body)], [ast.Assign(statement.targets, value.orelse)])
            elif isinstance(statement, ast.If) and len(statement.body) == 1 and len(statement.orelse) == 1:
                yes, no = statement.body[0], statement.orelse[0]
                if isinstance(yes, ast.Return) and isinstance(no, ast.Return) and yes.value and no.value:
                    block[index] = ast.Return(ast.IfExp(statement.test, yes.value, no.value))
                elif isinstance(yes, ast.Assign) and isinstance(no, ast.Assign) and _same_names(yes, no):
                    block[index] = ast.Assign(yes.targets, ast.IfExp(statement.test, yes.value, no.value))
                else:
                    continue
            elif isinstance(statement, ast.If) and len(statement.body) == 1 and not statement.orelse and index + 2 == len(block):
                yes, no = statement.body[0], block[index + 1]
                if not (isinstance(yes, ast.Return) and isinstance(no, ast.Return) and yes.value and no.value):
                    continue
                block[index:] = [ast.Return(ast.IfExp(statement.test, yes.value, no.value))]
                count += 1
                break
            else:
                continue
            count += 1
    return count


def _same_names(one, two):
    if len(one.targets) != 1 or len(two.targets) != 1:
        return False
    return isinstance(one.targets[0], ast.Name) and ast.unparse(one.targets[0]) == ast.unparse(two.targets[0])


def negations(fn, rng):
    """`a not in b` and `not a in b`, `a is not b` and `not a is b`, `a != b` and `not a == b`."""

    def rewrite(node):
        if isinstance(node, ast.Compare) and len(node.ops) == 1 and isinstance(node.ops[0], (ast.NotIn, ast.IsNot, ast.NotEq)):
            return ast.UnaryOp(ast.Not(), ast.Compare(node.left, [INVERSE[type(node.ops[0])]()], node.comparators))
        return None

    return rewrite_body(fn, rewrite)


def emptiness(fn, rng):
    """`len(x) == 0` and `not x` as conditions."""
    lists = {
        name
        for node in walk_scope(fn) if isinstance(node, ast.Assign) and isinstance(node.value, (ast.List, ast.ListComp, ast.Dict, ast.Set))
        for target in node.targets if isinstance(target, ast.Name) for name in [target.id]
    }

    def rewrite(test):
        if isinstance(test, ast.Compare) and len(test.ops) == 1 and is_number(test.comparators[0]):
            call, bound, op = test.left, test.comparators[0].value, type(test.ops[0])
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == 'len' and is_pure(call):
                if (op, bound) in ((ast.Eq, 0), (ast.Lt, 1), (ast.LtE, 0)):
                    return ast.UnaryOp(ast.Not(), call.args[0])
                if (op, bound) in ((ast.Gt, 0), (ast.NotEq, 0), (ast.GtE, 1)):
                    return call.args[0]
        inner = test.operand if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not) else test
        if isinstance(inner, ast.Name) and inner.id in lists:
            size = ast.Call(ast.Name('len', ast.Load()), [inner], [])
            return ast.Compare(size, [ast.Gt() if inner is test else ast.Eq()], [ast.Constant(0)])
        return None

    count = 0
    for node in walk_scope(fn):
        if isinstance(node, (ast.If, ast.While, ast.IfExp)):
            new = rewrite(node.test)
            if new is not None:
                node.test, count = new, count + 1
    return count


def lookups(fn, rng):
    """`d.get(k, v)` against `d[k] if k in d else v`."""

    def rewrite(node):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == 'get' and not node.keywords:
            table = node.func.value
            if len(node.args) in (1, 2) and all(is_pure(part) for part in [table, *node.args]) and not has(node, ast.Starred):
                key, other = node.args[0], node.args[1] if len(node.args) == 2 else ast.Constant(None)
                return ast.IfExp(ast.Compare(key, [ast.In()], [table]), ast.Subscript(table, key, ast.Load()), other)
        if isinstance(node, ast.IfExp) and isinstance(node.test, ast.Compare) and isinstance(node.test.ops[0], ast.In) and isinstance(node.body, ast.Subscript):
            table, key = node.test.comparators[0], node.test.left
            same = ast.unparse(node.body) == ast.unparse(ast.Subscript(table, key, ast.Load()))
            if same and all(is_pure(part) for part in (table, key, node.orelse)):
                return ast.Call(ast.Attribute(table, 'get', ast.Load()), [key, node.orelse], [])
        return None

    return rewrite_body(fn, rewrite)


def algebra(fn, rng):
    """Of papers/cabra.md 5.1 what holds for numbers: 3a = a + a + a, a(b + c) = ab + ac, term order, a - b = -b + a."""
    known = numeric_names(fn)

    def whole(node):
        return isinstance(node, ast.Constant) and type(node.value) is int

    def rewrite(node):
        if not isinstance(node, ast.BinOp) or not is_pure(node):
            return None
        left, right, op = node.left, node.right, node.op
        if isinstance(op, ast.Mult):
            factor, other = (left, right) if whole(left) else (right, left)
            if whole(factor) and isinstance(other, ast.BinOp) and isinstance(other.op, (ast.Add, ast.Sub)) and numeric(other, known):
                return ast.BinOp(ast.BinOp(factor, ast.Mult(), other.left), other.op, ast.BinOp(factor, ast.Mult(), other.right))
            if whole(factor) and 2 <= factor.value <= 4 and isinstance(other, (ast.Name, ast.Attribute)):
                total = other
                for _ in range(factor.value - 1):
                    total = ast.BinOp(total, ast.Add(), other)
                return total
        if isinstance(op, ast.Sub) and numeric(left, known) and numeric(right, known):
            return ast.BinOp(ast.UnaryOp(ast.USub(), right), ast.Add(), left)
        if isinstance(op, ast.Sub) and is_number(right) and isinstance(left, (ast.Name, ast.Attribute)):
            return ast.BinOp(ast.UnaryOp(ast.USub(), right), ast.Add(), left)
        return None

    return rewrite_body(fn, rewrite)
