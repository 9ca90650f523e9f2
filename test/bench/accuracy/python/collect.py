"""The functions of a package that the harness can re-implement, with the imports that they need elsewhere."""

import ast
import copy
import hashlib
import os
import re

from naming import apply_names
from scopes import BUILTINS, Names, loads, parameters

LEFT_OUT = re.compile(r'(^|/)(tests?|testing|_vendor|vendor|vendored|docs?|examples?|_vendored_packaging|conftest\.py|setup\.py)(/|$)|(^|/)test_')
UNUSUAL_DECORATORS = re.compile(r'property|setter|deleter|overload|abstract|command|option|route|register|singledispatch|fixture')
IMPLICIT = {'__name__', '__file__', '__doc__'}


class Function:
    """One function or method: its tree without docstring, annotations and decorators, its text, and what it imports."""

    def __init__(self, package, file, qualified, node, source, imports):
        self.package, self.file, self.qualified = package, file, qualified
        self.node, self.source, self.imports = node, source, imports
        self.lines = (min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)]), node.end_lineno)
        self.tree = bare(node)
        self.size = sum(1 for statement in self.tree.body for _ in ast.walk(statement))
        self.statements = sum(isinstance(child, ast.stmt) for child in ast.walk(self.tree)) - 1
        self.digest = digest(self.tree)


def collect(package, root):
    """Functions of the package at `root` in order of path and line; those that have an equal twin in it are left out."""
    found = []
    for path in sorted(files(root)):
        if LEFT_OUT.search('/' + path):
            continue
        with open(os.path.join(root, path), encoding='utf-8') as stream:
            text = stream.read()
        module = ast.parse(text)
        known = Module(module, path)
        for qualified, node, owner in definitions(module):
            reason = refused(node)
            if reason:
                continue
            imports = known.imports_of(node)
            if imports is None:
                continue
            source = dedented(text, node)
            if source is None:
                continue
            found.append(Function(package, path, qualified, node, source, imports))
    seen = {}
    for function in found:
        seen[function.digest] = seen.get(function.digest, 0) + 1
    return [function for function in found if seen[function.digest] == 1]


def files(root):
    for folder, folders, names in os.walk(root):
        folders.sort()
        for name in names:
            if name.endswith('.py'):
                yield os.path.relpath(os.path.join(folder, name), root).replace(os.sep, '/')


def definitions(module):
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    for node in module.body:
        if isinstance(node, functions):
            yield node.name, node, None
        elif isinstance(node, ast.ClassDef):
            for inner in node.body:
                if isinstance(inner, functions):
                    yield f'{node.name}.{inner.name}', inner, node


def refused(node):
    """Why a function is not taken; None when it is."""
    if node.name.startswith('__') or any(UNUSUAL_DECORATORS.search(ast.unparse(decorator)) for decorator in node.decorator_list):
        return 'role'
    body = [statement for statement in ast.walk(ast.Module(node.body, [])) if isinstance(statement, ast.stmt)]
    nodes = sum(1 for statement in node.body for _ in ast.walk(statement))
    if len(body) < 4 or nodes < 40 or nodes > 900:
        return 'size'
    for child in ast.walk(node):
        if child is not node and isinstance(child, (ast.ClassDef, ast.Match, ast.Import, ast.ImportFrom)):
            return 'holds what is not moved'
        if isinstance(child, ast.Name) and child.id in (node.name, 'super', 'locals', 'globals', 'vars', 'eval', 'exec', '__class__', 'dir'):
            return 'knows its surroundings'
        if isinstance(child, ast.Attribute) and child.attr.startswith('__') and not child.attr.endswith('__'):
            return 'mangled'
        if isinstance(child, (ast.Global, ast.Nonlocal)) and child is not node and isinstance(child, ast.Global):
            return 'writes a global'
    if any(isinstance(statement, ast.Raise) for statement in node.body[:1]):
        return 'stub'
    return None


def bare(node):
    """A copy without docstring, annotations and decorators."""
    fn = copy.deepcopy(node)
    fn.decorator_list, fn.returns = [], None
    for child in ast.walk(fn):
        if isinstance(child, ast.arg):
            child.annotation = None
        elif isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)):
            child.returns = None
            first = child.body[0]
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
                child.body = child.body[1:] or [ast.Pass()]
    return _Unannotated().visit(fn)


class _Unannotated(ast.NodeTransformer):
    def visit_AnnAssign(self, node):
        if node.value is None:
            return ast.Pass()
        return ast.Assign([node.target], node.value)


def digest(tree):
    fn = copy.deepcopy(tree)
    names = Names(fn)
    seen = [*parameters(fn), *(node.id for node in ast.walk(fn) if isinstance(node, ast.Name))]
    apply_names(fn, {name: f'name{index}' for index, name in enumerate(dict.fromkeys(seen)) if name in names.bound - names.fixed})
    fn.name = ''
    return hashlib.sha256(ast.dump(fn).encode()).hexdigest()


def dedented(text, node):
    """The function's lines from `def` on, moved to the margin; None when a text of several lines makes that unsafe."""
    lines = text.split('\n')[node.lineno - 1 : node.end_lineno]
    indent = node.col_offset
    if indent and any(isinstance(child, (ast.Constant, ast.JoinedStr)) and child.end_lineno != child.lineno for child in ast.walk(node)):
        if any(isinstance(child, (ast.Constant, ast.JoinedStr)) and child.end_lineno != child.lineno and child is not docstring(node) for child in ast.walk(node)):
            return None
    if any(line.strip() and line[:indent].strip() for line in lines) or any('\t' in line for line in lines):
        return None
    return '\n'.join(line[indent:] for line in lines)


def docstring(node):
    first = node.body[0]
    return first.value if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) else None


class Module:
    """What the names of a module stand for, as import statements for another module."""

    def __init__(self, tree, path):
        parts = path[: -len('.py')].split('/')
        package = parts[:-1]
        if parts[-1] == '__init__':
            parts = package
        self.name = '.'.join(parts)
        self.statements = {}
        self._read(tree.body, package)

    def _read(self, body, package):
        for node in body:
            if isinstance(node, ast.Import):
                for alias in node.names:
                    bound = alias.asname or alias.name.split('.')[0]
                    self.statements[bound] = f'import {alias.name} as {alias.asname}' if alias.asname else f'import {alias.name}'
            elif isinstance(node, ast.ImportFrom):
                if node.module == '__future__':
                    continue
                above = package[: len(package) - node.level + 1] if node.level else []
                module = '.'.join([*above, *([node.module] if node.module else [])])
                for alias in node.names:
                    suffix = f' as {alias.asname}' if alias.asname else ''
                    self.statements[alias.asname or alias.name] = f'from {module} import {alias.name}{suffix}'
            elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                self.statements[node.name] = f'from {self.name} import {node.name}'
            elif isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign)):
                for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                    for child in ast.walk(target):
                        if isinstance(child, ast.Name):
                            self.statements[child.id] = f'from {self.name} import {child.id}'
            elif isinstance(node, (ast.If, ast.Try, ast.With)):
                for field in ('body', 'orelse', 'finalbody'):
                    self._read(getattr(node, field, []), package)
                for handler in getattr(node, 'handlers', []):
                    self._read(handler.body, package)

    def imports_of(self, node):
        """Name to import statement for all that the function reads of its module; None when one is not known."""
        free = Names(bare(node)).free - IMPLICIT
        annotations = set()
        for child in ast.walk(node):
            for field in ('annotation', 'returns'):
                if getattr(child, field, None) is not None:
                    annotations |= loads(getattr(child, field))
        found = {}
        for name in sorted(free):
            if name in self.statements:
                found[name] = self.statements[name]
            elif name not in BUILTINS:
                return None
        for name in sorted(annotations - set(found)):
            if name in self.statements:
                found[name] = self.statements[name]
        return found
