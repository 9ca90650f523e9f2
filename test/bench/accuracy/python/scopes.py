"""What the transformations need to know of a function: its names, its blocks, and which expressions have no effect."""

import ast
import builtins
import symtable

SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
PURE_CALLS = {'len', 'isinstance', 'min', 'max', 'abs', 'list', 'dict', 'set', 'tuple', 'str', 'int', 'float', 'bool', 'type', 'range'}
BUILTINS = frozenset(dir(builtins))


def walk_scope(node):
    """Nodes below `node`, those of nested functions, lambdas and classes left out."""
    stack = list(ast.iter_child_nodes(node))
    while stack:
        child = stack.pop()
        yield child
        if not isinstance(child, SCOPES):
            stack.extend(ast.iter_child_nodes(child))


def has(node, *kinds):
    """True when `node` or what it holds in its own scope is of one of the kinds."""
    return isinstance(node, kinds) or any(isinstance(child, kinds) for child in walk_scope(node))


def any_has(nodes, *kinds):
    return any(has(node, *kinds) for node in nodes)


def names_in(node):
    """Every identifier below `node`, whatever it stands for."""
    found = set()
    for child in ast.walk(node):
        if isinstance(child, ast.Name):
            found.add(child.id)
        elif isinstance(child, ast.arg):
            found.add(child.arg)
        elif isinstance(child, ast.keyword) and child.arg:
            found.add(child.arg)
        elif isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            found.add(child.name)
        elif isinstance(child, ast.ExceptHandler) and child.name:
            found.add(child.name)
        elif isinstance(child, ast.alias):
            found.add((child.asname or child.name).split('.')[0])
    return found


def loads(node):
    return {child.id for child in ast.walk(node) if isinstance(child, ast.Name) and isinstance(child.ctx, ast.Load)}


def stores(node):
    """Names that `node` binds, those of nested scopes included (which makes the set too large, never too small)."""
    found = {child.id for child in ast.walk(node) if isinstance(child, ast.Name) and not isinstance(child.ctx, ast.Load)}
    for child in ast.walk(node):
        if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            found.add(child.name)
        elif isinstance(child, ast.ExceptHandler) and child.name:
            found.add(child.name)
        elif isinstance(child, ast.alias):
            found.add((child.asname or child.name).split('.')[0])
    return found


def all_loads(nodes):
    return set().union(*(loads(node) for node in nodes)) if nodes else set()


def all_stores(nodes):
    return set().union(*(stores(node) for node in nodes)) if nodes else set()


def parameters(fn):
    args = fn.args
    plain = [*args.posonlyargs, *args.args, *args.kwonlyargs]
    return [arg.arg for arg in plain + [extra for extra in (args.vararg, args.kwarg) if extra]]


def fresh(fn, base):
    """A name that nothing in the function has."""
    taken = names_in(fn) | BUILTINS
    name, count = base, 2
    while name in taken:
        name, count = f'{base}{count}', count + 1
    return name


def blocks(fn):
    """Statement lists of the function's own scope, outer ones first. A block that a caller changed is read as it is then."""
    queue = [fn.body]
    while queue:
        block = queue.pop(0)
        yield block
        for statement in block:
            if isinstance(statement, SCOPES):
                continue
            for field in ('body', 'orelse', 'finalbody'):
                inner = getattr(statement, field, None)
                if inner:
                    queue.append(inner)
            for handler in getattr(statement, 'handlers', []):
                queue.append(handler.body)


def in_loop(fn):
    """Ids of blocks that stand directly or through ifs in a loop of the function."""
    found = set()

    def visit(block, inside):
        if inside:
            found.add(id(block))
        for statement in block:
            if isinstance(statement, SCOPES):
                continue
            loop = isinstance(statement, (ast.For, ast.AsyncFor, ast.While))
            for field in ('body', 'orelse', 'finalbody'):
                inner = getattr(statement, field, None)
                if inner:
                    visit(inner, (inside or loop) if field == 'body' else inside)
            for handler in getattr(statement, 'handlers', []):
                visit(handler.body, inside)

    visit(fn.body, False)
    return found


def is_pure(node):
    """An expression whose evaluation changes nothing (attributes and subscripts are taken to be plain reads)."""
    if isinstance(node, (ast.Name, ast.Constant)):
        return True
    if isinstance(node, ast.Call):
        simple = isinstance(node.func, ast.Name) and node.func.id in PURE_CALLS
        return simple and not node.keywords and all(is_pure(arg) for arg in node.args)
    kinds = (ast.Attribute, ast.Subscript, ast.Compare, ast.BoolOp, ast.UnaryOp, ast.BinOp, ast.Tuple, ast.List, ast.Dict, ast.IfExp, ast.Slice)
    if not isinstance(node, kinds):
        return False
    return all(is_pure(child) for child in ast.iter_child_nodes(node) if isinstance(child, ast.expr))


def is_number(node):
    return isinstance(node, ast.Constant) and type(node.value) in (int, float)


def numeric_names(fn):
    """Names that hold numbers whenever they are bound: counters, lengths, and what is computed of them."""
    bindings = {}

    def note(name, value):
        bindings.setdefault(name, []).append(value)

    for node in walk_scope(fn):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                for name in stores(target):
                    note(name, node.value if isinstance(target, ast.Name) else None)
        elif isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            note(node.target.id, node.value)
        elif isinstance(node, (ast.For, ast.comprehension)):
            over = node.iter.func.id if isinstance(node.iter, ast.Call) and isinstance(node.iter.func, ast.Name) else ''
            number = ast.Constant(0)
            if over == 'range' and isinstance(node.target, ast.Name):
                note(node.target.id, number)
            elif over == 'enumerate' and isinstance(node.target, ast.Tuple) and isinstance(node.target.elts[0], ast.Name):
                note(node.target.elts[0].id, number)
                for other in node.target.elts[1:]:
                    for name in stores(other):
                        note(name, None)
            else:
                for name in stores(node.target):
                    note(name, None)
        elif isinstance(node, (ast.NamedExpr, ast.AnnAssign, ast.withitem, ast.ExceptHandler, ast.alias, ast.Global, ast.Nonlocal)):
            for name in stores(node) | set(getattr(node, 'names', []) if isinstance(node, (ast.Global, ast.Nonlocal)) else []):
                note(name, None)
    for name in parameters(fn):
        note(name, None)
    known = set(bindings)
    while True:
        wrong = {name for name in known if not all(value is not None and numeric(value, known) for value in bindings[name])}
        if not wrong:
            return known
        known -= wrong


def numeric(node, known):
    if is_number(node):
        return True
    if isinstance(node, ast.Name):
        return node.id in known
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.op, (ast.USub, ast.UAdd)) and numeric(node.operand, known)
    if isinstance(node, ast.BinOp):
        kinds = (ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod, ast.Div)
        return isinstance(node.op, kinds) and numeric(node.left, known) and numeric(node.right, known)
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == 'len'


class Names:
    """The names of a function by what they are: `bound` in it, `free` (of its module or builtins), `fixed` (not to be renamed)."""

    def __init__(self, fn):
        plain = ast.fix_missing_locations(ast.Module([strip_outside(fn)], []))
        table = symtable.symtable(ast.unparse(plain), 'function.py', 'exec')
        self.bound, self.free = set(), set()
        for child in table.get_children():
            self._visit(child)
        # Defaults and decorators are evaluated outside.
        self.free |= loads(fn.args) - set(parameters(fn))
        for expression in [*fn.args.defaults, *[default for default in fn.args.kw_defaults if default], *fn.decorator_list]:
            self.free |= loads(expression)
        self.free -= {fn.name}
        keywords, imported, nested = set(), set(), set()
        for node in ast.walk(fn):
            if isinstance(node, ast.keyword) and node.arg:
                keywords.add(node.arg)
            elif isinstance(node, ast.alias):
                imported.add((node.asname or node.name).split('.')[0])
            elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node is not fn:
                nested |= set(parameters(node))
        self.fixed = imported | (nested & keywords) | self.free

    def _visit(self, table):
        for symbol in table.get_symbols():
            if symbol.is_global() or symbol.is_declared_global():
                self.free.add(symbol.get_name())
            elif symbol.is_local() or symbol.is_parameter():
                self.bound.add(symbol.get_name())
        for child in table.get_children():
            self._visit(child)


def strip_outside(fn):
    """The function without decorators, defaults and annotations: what its own scope holds."""
    args = fn.args

    def bare(arg):
        return arg and ast.arg(arg.arg)

    constant = ast.Constant(None)
    plain = ast.arguments(
        [bare(arg) for arg in args.posonlyargs], [bare(arg) for arg in args.args], bare(args.vararg),
        [bare(arg) for arg in args.kwonlyargs], [default and constant for default in args.kw_defaults], bare(args.kwarg),
        [constant for _ in args.defaults],
    )
    # Parsed, since Pythons differ in what the fields of a definition are.
    bare_fn = ast.parse('async def made(): pass' if isinstance(fn, ast.AsyncFunctionDef) else 'def made(): pass').body[0]
    bare_fn.name, bare_fn.args, bare_fn.body = fn.name, plain, fn.body
    return bare_fn
