"""Type 1 and 2: layout and comments, and consistent renaming."""

import ast
import io
import tokenize

from scopes import BUILTINS, Names, names_in, parameters

WORDS = (
    'item value entry record node element current source target amount label payload holder bucket pair member outer chunk marker '
    'subject weight piece slot frame batch queue stack detail origin partner token field column row cell bound level rank share '
    'basis remainder leftover candidate chosen pending visited gathered known seen extra base limit offset cursor head tail'
).split()


def rename(fn, rng, avoid=()):
    """New names for the parameters and locals of a function, each everywhere. Returns old to new."""
    names = Names(fn)
    taken = names_in(fn) | BUILTINS | names.free | set(avoid)
    mapping = {}
    for old in sorted(names.bound - names.fixed):
        new = rng.choice(WORDS)
        while new in taken:
            new = f'{rng.choice(WORDS)}_{rng.choice(WORDS)}'
        taken.add(new)
        mapping[old] = new
    apply_names(fn, mapping)
    return mapping


def apply_names(fn, mapping):
    for node in ast.walk(fn):
        if isinstance(node, ast.Name):
            node.id = mapping.get(node.id, node.id)
        elif isinstance(node, ast.arg):
            node.arg = mapping.get(node.arg, node.arg)
        elif isinstance(node, ast.ExceptHandler) and node.name:
            node.name = mapping.get(node.name, node.name)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node is not fn:
            node.name = mapping.get(node.name, node.name)
        elif isinstance(node, (ast.Global, ast.Nonlocal)):
            node.names = [mapping.get(name, name) for name in node.names]
        elif isinstance(node, (ast.MatchAs, ast.MatchStar)) and node.name:
            node.name = mapping.get(node.name, node.name)


def rename_function(fn, new):
    """The function's own name, calls of itself included."""
    old, fn.name = fn.name, new
    if old in parameters(fn):
        return
    for node in ast.walk(fn):
        if isinstance(node, ast.Name) and node.id == old:
            node.id = new


def renamed_text(source, rng):
    """The function's own text with new names for its parameters and locals; None where places of names are not to be had."""
    fn = ast.parse(source).body[0]
    named = (ast.ExceptHandler, ast.Global, ast.Nonlocal, ast.JoinedStr, ast.FunctionDef, ast.AsyncFunctionDef)
    if not source.isascii() or any(isinstance(node, named) and node is not fn for node in ast.walk(fn)):
        return None
    places = {}
    for node in ast.walk(fn):
        if isinstance(node, (ast.Name, ast.arg)):
            places[node.lineno, node.col_offset] = node.id if isinstance(node, ast.Name) else node.arg
    mapping = rename(fn, rng)
    lines = source.split('\n')
    for (line, column), old in sorted(places.items(), reverse=True):
        if old in mapping:
            text = lines[line - 1]
            lines[line - 1] = text[:column] + mapping[old] + text[column + len(old) :]
    return '\n'.join(lines)


REMARKS = ('first things first', 'see the notes', 'keep in step with the caller', 'the usual case', 'nothing else to do', 'order matters')


def layout(source, rng):
    """The text of a function with other indentation, blank lines and comments; its tokens stay as they are."""
    lines = source.split('\n')
    width = rng.choice([2, 3, 8])
    starts, ends, depth, logical = {}, set(), 0, True
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.INDENT:
            depth += 1
        elif token.type == tokenize.DEDENT:
            depth -= 1
        elif token.type == tokenize.NEWLINE:
            ends.add(token.start[0])
            logical = True
        elif token.type not in (tokenize.NL, tokenize.COMMENT) and logical:
            starts[token.start[0]] = depth
            logical = False
    out = []
    for number, line in enumerate(lines, 1):
        if number in starts:
            indent = ' ' * (width * starts[number])
            if number > 1 and rng.random() < 0.2 and not line.strip().startswith(('else', 'elif', 'except', 'finally', '@', 'def', 'async')):
                out.append(indent + '# ' + rng.choice(REMARKS))
            line = indent + line.lstrip()
        if number in ends and rng.random() < 0.15 and not line.endswith('\\'):
            line = line + '  # ' + rng.choice(REMARKS) if '#' not in line else line
        out.append(line)
        if number in ends and number in starts and rng.random() < 0.15:
            out.append('')
    return '\n'.join(out)
