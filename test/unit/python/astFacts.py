"""What CPython itself says about Python files, for the differential test.

Reads a JSON list of paths from standard input and writes one JSON object a line: the definitions with their lines
and parameters, every name and attribute that is used with its line, and each function's and class's own names after
`symtable`. A file that CPython cannot parse is reported with the error instead.
"""

import ast
import json
import symtable
import sys
import warnings

warnings.simplefilter("ignore")
sys.setrecursionlimit(10_000)


def parameters(args):
    out = []
    positional = args.posonlyargs + args.args
    required = len(positional) - len(args.defaults)
    for index, arg in enumerate(positional):
        kind = "positional-only" if index < len(args.posonlyargs) else "normal"
        out.append(f"{arg.arg}:{kind}:{'?' if index >= required else ''}")
    if args.vararg:
        out.append(f"{args.vararg.arg}:rest:?")
    for arg, default in zip(args.kwonlyargs, args.kw_defaults):
        out.append(f"{arg.arg}:keyword-only:{'?' if default is not None else ''}")
    if args.kwarg:
        out.append(f"{args.kwarg.arg}:keyword-rest:?")
    return ",".join(out)


def bound_lambda(node):
    """The target name of `name = lambda ...`, or None."""
    if isinstance(node, ast.Assign):
        target = node.targets[-1]
    elif isinstance(node, ast.AnnAssign):
        target = node.target
    else:
        return None
    if isinstance(node.value, ast.Lambda) and isinstance(target, ast.Name):
        return target
    return None


class Facts:
    def __init__(self, text):
        self.lines = text.split("\n")
        self.symbols = []
        self.uses = []
        self.formatted = []

    def column(self, line, byte_column):
        return len(self.lines[line - 1].encode()[:byte_column].decode(errors="replace"))

    def definition(self, node, kind, name, path, start, end, args):
        qualified = f"{path}.{name}" if path else name
        self.symbols.append(f"{kind} {qualified} {start}-{end} ({parameters(args) if args else ''})")
        return qualified

    def walk(self, node, path, in_class, in_format):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            start = min([node.lineno] + [d.lineno for d in node.decorator_list])
            is_class = isinstance(node, ast.ClassDef)
            kind = "class" if is_class else "method" if in_class else "function"
            args = None if is_class else node.args
            inner = self.definition(node, kind, node.name, path, start, node.end_lineno, args)
            for field, value in ast.iter_fields(node):
                held = field not in ("decorator_list",)
                for child in value if isinstance(value, list) else [value]:
                    if isinstance(child, ast.AST):
                        self.walk(child, inner if held else path, is_class if held else in_class, in_format)
            return
        target = bound_lambda(node)
        if target is not None:
            kind = "method" if in_class else "function"
            path = self.definition(node, kind, target.id, path, target.lineno, node.end_lineno, node.value.args)
            in_class = False
        if isinstance(node, ast.JoinedStr) and not in_format:
            self.formatted.append(
                [
                    node.lineno,
                    self.column(node.lineno, node.col_offset),
                    node.end_lineno,
                    self.column(node.end_lineno, node.end_col_offset),
                ]
            )
            in_format = True
        if isinstance(node, ast.Call) and isinstance(node.func, (ast.Name, ast.Attribute)):
            node.func.called = True
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            self.use(node.id, node.end_lineno, node, in_format)
        if isinstance(node, ast.Attribute):
            self.use(node.attr, node.end_lineno, node, in_format)
        for child in ast.iter_child_nodes(node):
            self.walk(child, path, in_class, in_format)

    def use(self, name, line, node, in_format):
        # Positions inside f-strings are not reliable before Python 3.12: only the names are held against each other.
        self.uses.append(f"{0 if in_format else line} {name}{'()' if getattr(node, 'called', False) else ''}")


def unmangle(name, klass):
    prefix = f"_{klass.lstrip('_')}__" if klass else None
    return name[len(prefix) - 2 :] if prefix and name.startswith(prefix) else name


def scopes(table, klass, out):
    kind = table.get_type()
    kind = str(getattr(kind, "value", kind))
    if kind == "class":
        klass = table.get_name()
    if kind in ("function", "class"):
        local, outside, name = [], {}, table.get_name()
        for symbol in table.get_symbols():
            used = unmangle(symbol.get_name(), klass)
            if used.startswith("."):
                name = "<comprehension>"
            elif used == "__class__":
                continue
            elif symbol.is_local():
                local.append(used)
            elif symbol.is_free():
                outside[used] = "free"
            elif symbol.is_global():
                outside[used] = "global"
        out.append(
            {
                "kind": kind,
                "name": "<lambda>" if name == "lambda" else name,
                "line": table.get_lineno(),
                "local": sorted(local),
                "outside": outside,
            }
        )
    for child in table.get_children():
        scopes(child, klass, out)


def facts_of(path):
    with open(path, "rb") as file:
        data = file.read()
    try:
        text = data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        return {"path": path, "error": f"not UTF-8: {error}"}
    try:
        tree = ast.parse(text)
        table = symtable.symtable(text, path, "exec")
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        return {"path": path, "error": f"{type(error).__name__}: {error}"}
    facts = Facts(text)
    facts.walk(tree, "", False, False)
    found = []
    scopes(table, None, found)
    return {
        "path": path,
        "symbols": facts.symbols,
        "uses": "\n".join(facts.uses),
        "formatted": facts.formatted,
        "scopes": found,
    }


for source in json.load(sys.stdin):
    print(json.dumps(facts_of(source), separators=(",", ":")))
