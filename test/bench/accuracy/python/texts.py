"""Type 4: the forms of string formatting. Same contract as forms.py."""

import ast
import re

from forms import rewrite_body
from scopes import is_pure


def formatting(fn, rng):
    """`f'{x}'`, `'{}'.format(x)` and `'%s' % (x,)`: each becomes one of the others."""
    return rewrite_body(fn, lambda node: _rewritten(node, rng))


def _rewritten(node, rng):
    parts = _parts(node)
    if parts is None or not any(isinstance(part, tuple) for part in parts):
        return None
    if isinstance(node, ast.JoinedStr):
        percent = rng.random() < 0.4 and all(isinstance(part, str) or (part[1] in (-1, 114) and not part[2]) for part in parts)
        return _as_percent(parts) if percent else _as_format(parts)
    return _as_joined(parts)


def _parts(node):
    """Texts and (expression, conversion, format) of a formatted string, in order; None when it is none or an unusual one."""
    if isinstance(node, ast.JoinedStr):
        parts = []
        for value in node.values:
            if isinstance(value, ast.Constant):
                parts.append(value.value)
                continue
            spec = value.format_spec
            if spec is not None and not all(isinstance(piece, ast.Constant) for piece in spec.values):
                return None
            parts.append((value.value, value.conversion, ''.join(piece.value for piece in spec.values) if spec else ''))
        return parts
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == 'format':
        text = node.func.value
        if isinstance(text, ast.Constant) and isinstance(text.value, str) and not node.keywords:
            return _split(text.value, node.args, r'\{\{|\}\}|\{(?P<conversion>)\}', {'{{': '{', '}}': '}'}, r'[{}]')
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod) and isinstance(node.left, ast.Constant) and isinstance(node.left.value, str):
        if isinstance(node.right, ast.Tuple):
            return _split(node.left.value, node.right.elts, r'%%|%(?P<conversion>[sr])', {'%%': '%'}, r'%')
    return None


def _split(text, arguments, pattern, escapes, odd):
    parts, position, used = [], 0, 0
    for match in re.finditer(pattern, text):
        between = text[position : match.start()]
        if re.search(odd, between):
            return None
        parts.append(between)
        position = match.end()
        if match.group() in escapes:
            parts.append(escapes[match.group()])
        elif used < len(arguments):
            conversion = match.group('conversion')
            # `%s` is str(x), and so is a plain field, but for types with a format of their own.
            parts.append((arguments[used], 114 if conversion == 'r' else -1, ''))
            used += 1
        else:
            return None
    parts.append(text[position:])
    if used != len(arguments) or re.search(odd, parts[-1]) or any(isinstance(arg, ast.Starred) for arg in arguments):
        return None
    return parts


def _as_format(parts):
    text, arguments = '', []
    for part in parts:
        if isinstance(part, str):
            text += part.replace('{', '{{').replace('}', '}}')
        else:
            text += '{' + ('!' + chr(part[1]) if part[1] != -1 else '') + (':' + part[2] if part[2] else '') + '}'
            arguments.append(part[0])
    return ast.Call(ast.Attribute(ast.Constant(text), 'format', ast.Load()), arguments, [])


def _as_percent(parts):
    text = ''.join(part.replace('%', '%%') if isinstance(part, str) else '%r' if part[1] == 114 else '%s' for part in parts)
    values = [part[0] for part in parts if not isinstance(part, str)]
    return ast.BinOp(ast.Constant(text), ast.Mod(), ast.Tuple(values, ast.Load()))


def _as_joined(parts):
    values = []
    for part in parts:
        if not isinstance(part, str):
            # An f-string before Python 3.12 cannot hold a quote of its own or a backslash.
            if not is_pure(part[0]) or re.search(r'[\\\'"]', ast.unparse(part[0])):
                return None
            values.append(ast.FormattedValue(part[0], part[1], None))
        elif part:
            values.append(ast.Constant(part))
    return ast.JoinedStr(values)
