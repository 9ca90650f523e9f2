"""What CPython's own tree says a function's body is, for the differential test.

Reads a JSON list of paths from standard input and writes one JSON object a line: each outermost function with the
S-expression of its body in the form of src/engine/ir, made from `ast` alone. Names stand by their text.
"""

import ast
import json
import struct
import sys
import warnings

warnings.simplefilter("ignore")
sys.setrecursionlimit(20_000)

BINARY = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%", ast.Pow: "**",
    ast.MatMult: "@", ast.LShift: "<<", ast.RShift: ">>", ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^",
}
COMPARE = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Is: "is",
    ast.IsNot: "is not", ast.In: "in", ast.NotIn: "not in",
}
UNARY = {ast.USub: "-", ast.UAdd: "+", ast.Invert: "~"}


def text(value):
    """As JSON.stringify writes it: pairs of surrogates are one character, lone ones escapes."""
    if value == "":
        return ""
    whole = value.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")
    out = json.dumps(whole, ensure_ascii=False)
    return " " + "".join(f"\\u{ord(c):x}" if "\ud800" <= c <= "\udfff" else c for c in out)


def node(kind, *children, value="", flags=""):
    return "(" + " ".join([kind + flags + text(value), *children]) + ")"


def place(item):
    return (item.lineno, item.col_offset)


def bits(value):
    return struct.pack(">d", value).hex()


def number(value):
    if isinstance(value, complex):
        return bits(value.imag) + "j"
    if isinstance(value, float):
        return bits(value)
    return str(value) if value < 10**29 else "BIG"


def constant(value):
    if value is None:
        return node("NoneLiteral")
    if value is ...:
        return node("NoneLiteral", value="...")
    if isinstance(value, bool):
        return node("BooleanLiteral", value="true" if value else "false")
    if isinstance(value, str):
        return node("StringLiteral", value=value)
    if isinstance(value, bytes):
        return node("BytesLiteral", value=value.decode("latin-1"))
    return node("NumberLiteral", value=number(value))


def pieces(values, strict=False):
    """Of a formatted string; one without a value in it is plain text."""
    if all(isinstance(v, ast.Constant) for v in values):
        return node("StringLiteral", value="".join(v.value for v in values))
    return node("StringTemplate", *map(expr, values))


def expr(e):
    match e:
        case None:
            return node("Empty")
        case ast.Name():
            return e.id
        case ast.Constant():
            return constant(e.value)
        case ast.Attribute():
            return node("Attribute", expr(e.value), value=e.attr)
        case ast.Subscript():
            return node("Index", expr(e.value), expr(e.slice))
        case ast.Slice():
            return node("Slice", expr(e.lower), expr(e.upper), expr(e.step))
        case ast.Call():
            if isinstance(e.func, ast.Name) and e.func.id == "super" and not e.args and not e.keywords:
                return node("Super")
            return node("Call", expr(e.func), *arguments(e.args, e.keywords))
        case ast.Starred():
            return node("Spread", expr(e.value))
        case ast.List():
            return node("List", *map(expr, e.elts))
        case ast.Tuple():
            return node("Tuple", *map(expr, e.elts))
        case ast.Set():
            return node("Set", *map(expr, e.elts))
        case ast.Dict():
            return node("Dictionary", *(
                node("Spread", expr(v), flags=" :keyword-rest") if k is None else node("Entry", expr(k), expr(v))
                for k, v in zip(e.keys, e.values)
            ))
        case ast.BinOp():
            return node("Binary", expr(e.left), expr(e.right), value=BINARY[type(e.op)])
        case ast.BoolOp():
            return node("Logical", *map(expr, e.values), value="and" if isinstance(e.op, ast.And) else "or")
        case ast.UnaryOp():
            if isinstance(e.op, ast.Not):
                return node("Not", expr(e.operand))
            return node("Unary", expr(e.operand), value=UNARY[type(e.op)])
        case ast.Compare():
            return node(
                "Comparison", expr(e.left), *map(expr, e.comparators),
                value=",".join(COMPARE[type(op)] for op in e.ops),
            )
        case ast.IfExp():
            return node("Conditional", expr(e.test), expr(e.body), expr(e.orelse))
        case ast.NamedExpr():
            return node("Assign", expr(e.target), expr(e.value), flags=" :expression")
        case ast.Lambda():
            body = node("Block", node("Return", expr(e.body)))
            return node("Function", parameters(e.args), body, flags=" :generator" if yields([e.body]) else "")
        case ast.Await():
            return node("Await", expr(e.value))
        case ast.Yield():
            return node("Yield", *([expr(e.value)] if e.value else []))
        case ast.YieldFrom():
            return node("Yield", expr(e.value), flags=" :from")
        case ast.ListComp():
            return comprehension("list", expr(e.elt), e)
        case ast.SetComp():
            return comprehension("set", expr(e.elt), e)
        case ast.GeneratorExp():
            return comprehension("generator", expr(e.elt), e)
        case ast.DictComp():
            return comprehension("dictionary", node("Entry", expr(e.key), expr(e.value)), e)
        case ast.JoinedStr():
            return pieces(e.values)
        case ast.FormattedValue():
            conversion = "" if e.conversion < 0 else "!" + chr(e.conversion)
            spec = [] if e.format_spec is None else [pieces(e.format_spec.values)]
            return node("Interpolation", expr(e.value), *spec, value=conversion)
    raise TypeError(type(e))


def arguments(args, keywords):
    parts = sorted([*args, *keywords], key=place)
    out = []
    for part in parts:
        if not isinstance(part, ast.keyword):
            out.append(expr(part))
        elif part.arg is None:
            out.append(node("Spread", expr(part.value), flags=" :keyword-rest"))
        else:
            out.append(node("KeywordArgument", expr(part.value), value=part.arg))
    return out


def comprehension(form, element, e):
    clauses = []
    for clause in e.generators:
        flags = " :async" if clause.is_async else ""
        clauses.append(node("ForClause", expr(clause.target), expr(clause.iter), flags=flags))
        clauses += [node("IfClause", expr(test)) for test in clause.ifs]
    return node("Comprehension", element, *clauses, value=form)


def parameters(args):
    out = []
    positional = args.posonlyargs + args.args
    first_default = len(positional) - len(args.defaults)
    for index, arg in enumerate(positional):
        if index >= first_default:
            default = expr(args.defaults[index - first_default])
            out.append(node("Parameter", arg.arg, default, flags=" :optional"))
        else:
            out.append(node("Parameter", arg.arg))
    if args.vararg:
        out.append(node("Parameter", args.vararg.arg, flags=" :rest"))
    for arg, default in zip(args.kwonlyargs, args.kw_defaults):
        if default is None:
            out.append(node("Parameter", arg.arg, flags=" :keyword"))
        else:
            out.append(node("Parameter", arg.arg, expr(default), flags=" :keyword :optional"))
    if args.kwarg:
        out.append(node("Parameter", args.kwarg.arg, flags=" :keyword-rest"))
    return node("Parameters", *out)


def is_docstring(statement):
    return (
        isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Constant)
        and isinstance(statement.value.value, str)
    )


def block(statements, documented=False):
    if documented and statements and is_docstring(statements[0]):
        statements = statements[1:]
    return node("Block", *[text for s in statements for text in stmt(s)])


def yields(parts):
    todo = list(parts)
    while todo:
        at = todo.pop()
        if isinstance(at, (ast.Yield, ast.YieldFrom)):
            return True
        if isinstance(at, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)):
            continue
        todo.extend(ast.iter_child_nodes(at))
    return False


def function(f):
    flags = " :async" if isinstance(f, ast.AsyncFunctionDef) else ""
    if yields(f.body):
        flags += " :generator"
    return node("Function", parameters(f.args), block(f.body, True), flags=flags)


def decorators(item):
    return [node("Decorator", expr(d)) for d in item.decorator_list]


def optional(kind, statements):
    return [node(kind, block(statements))] if statements else []


def stmt(s):
    """The nodes of one statement: none for what does nothing, several for `import a, b`."""
    match s:
        case ast.Pass():
            return []
        case ast.Expr():
            return [node("ExpressionStatement", expr(s.value))]
        case ast.Assign():
            return [node("Assign", *map(expr, s.targets), expr(s.value))]
        case ast.AnnAssign():
            return [] if s.value is None else [node("Assign", expr(s.target), expr(s.value))]
        case ast.AugAssign():
            return [node("AugmentedAssign", expr(s.target), expr(s.value), value=BINARY[type(s.op)])]
        case ast.Return():
            return [node("Return", *([expr(s.value)] if s.value else []))]
        case ast.Raise():
            return [node("Throw", *(expr(part) for part in (s.exc, s.cause) if part))]
        case ast.Assert():
            return [node("Assert", *(expr(part) for part in (s.test, s.msg) if part))]
        case ast.Delete():
            return [node("Delete", *map(expr, s.targets))]
        case ast.Break():
            return [node("Break")]
        case ast.Continue():
            return [node("Continue")]
        case ast.Global():
            return [node("ScopeStatement", *s.names, value="global")]
        case ast.Nonlocal():
            return [node("ScopeStatement", *s.names, value="nonlocal")]
        case ast.If():
            parts = [expr(s.test), block(s.body)]
            return [node("If", *parts, *([block(s.orelse)] if s.orelse else []))]
        case ast.While():
            return [node("While", expr(s.test), block(s.body), *optional("Else", s.orelse))]
        case ast.For() | ast.AsyncFor():
            flags = " :async" if isinstance(s, ast.AsyncFor) else ""
            parts = [expr(s.target), expr(s.iter), block(s.body), *optional("Else", s.orelse)]
            return [node("ForEach", *parts, flags=flags)]
        case ast.With() | ast.AsyncWith():
            flags = " :async" if isinstance(s, ast.AsyncWith) else ""
            items = [
                node("WithItem", expr(i.context_expr), *([expr(i.optional_vars)] if i.optional_vars else []))
                for i in s.items
            ]
            return [node("With", *items, block(s.body), flags=flags)]
        case ast.Try() | ast.TryStar():
            flags = " :rest" if isinstance(s, ast.TryStar) else ""
            handlers = [
                node("Catch", expr(h.type), h.name or node("Empty"), block(h.body), flags=flags) for h in s.handlers
            ]
            parts = [block(s.body), *handlers, *optional("Else", s.orelse), *optional("Finally", s.finalbody)]
            return [node("Try", *parts)]
        case ast.Import():
            return [
                node("Import", node("ImportedName", a.asname or a.name.split(".")[0]), value=a.name) for a in s.names
            ]
        case ast.ImportFrom():
            names = [
                node("ImportedName", *([] if a.name == "*" else [a.asname or a.name]), value=a.name) for a in s.names
            ]
            return [node("Import", *names, value="." * s.level + (s.module or ""))]
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            return [node("FunctionDefinition", s.name, function(s), *decorators(s))]
        case ast.ClassDef():
            bases = node("Bases", *arguments(s.bases, s.keywords))
            return [node("ClassDefinition", s.name, bases, block(s.body, True), *decorators(s))]
        case ast.Match():
            cases = []
            for c in s.cases:
                guard = [node("Guard", expr(c.guard))] if c.guard else []
                cases.append(node("Case", pattern(c.pattern), *guard, block(c.body)))
            return [node("Switch", expr(s.subject), *cases, value="match")]
    if type(s).__name__ == "TypeAlias":
        return []
    raise TypeError(type(s))


def pattern(p):
    def made(form, *children):
        return node("Pattern", *children, value=form)

    match p:
        case ast.MatchValue():
            return made("value", expr(p.value))
        case ast.MatchSingleton():
            return made("value", constant(p.value))
        case ast.MatchSequence():
            return made("sequence", *map(pattern, p.patterns))
        case ast.MatchStar():
            return made("rest", *([p.name] if p.name else []))
        case ast.MatchMapping():
            entries = [node("Entry", expr(k), pattern(v)) for k, v in zip(p.keys, p.patterns)]
            return made("mapping", *entries, *([made("rest", p.rest)] if p.rest else []))
        case ast.MatchClass():
            named = [node("KeywordArgument", pattern(v), value=k) for k, v in zip(p.kwd_attrs, p.kwd_patterns)]
            return made("class", expr(p.cls), *map(pattern, p.patterns), *named)
        case ast.MatchOr():
            return made("or", *map(pattern, p.patterns))
        case ast.MatchAs():
            if p.name is None:
                return made("wildcard")
            return made("capture", p.name) if p.pattern is None else made("as", pattern(p.pattern), p.name)
    raise TypeError(type(p))


def outermost(tree):
    todo = [tree]
    while todo:
        at = todo.pop()
        if isinstance(at, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield at
            todo.extend(at.decorator_list)
        elif not isinstance(at, ast.expr):
            todo.extend(ast.iter_child_nodes(at))


def facts(path):
    with open(path, "rb") as file:
        tree = ast.parse(file.read())
    return [{"line": f.lineno, "name": f.name, "body": function(f)} for f in outermost(tree)]


for path in json.load(sys.stdin):
    try:
        answer = {"path": path, "functions": facts(path)}
    except (SyntaxError, ValueError, RecursionError, UnicodeError) as error:
        answer = {"path": path, "error": str(error)}
    print(json.dumps(answer), flush=True)
