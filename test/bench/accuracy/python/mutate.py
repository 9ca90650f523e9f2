"""
Re-implementations of the functions of Python packages, as a turn of an agent would add them. Reads a request as JSON from
standard input, writes workspaces as JSON to standard output; test/bench/accuracy/model.ts describes both.
"""

import ast
import json
import random
import sys

import forms
import loops
import naming
import shapes
import texts
from collect import IMPLICIT, collect
from scopes import BUILTINS, Names

FORMS = {
    'order': forms.order,
    'mirrored': forms.mirrored,
    'negated': forms.negate,
    'early-return': forms.early,
    'temporary-in': forms.temporary,
    'temporary-out': forms.inlined,
    'augmented': forms.augmented,
    'comprehension': loops.comprehension,
    'counter': loops.counter,
    'formatting': texts.formatting,
    'ternary': forms.ternary,
    'not-in': forms.negations,
    'emptiness': forms.emptiness,
    'lookup': forms.lookups,
    'algebra': forms.algebra,
}
RECIPES = ['layout', 'rename', 'gap-insert', 'gap-change', *FORMS, 'composed', 'contained-run', 'contained-gaps', 'contained-composed', 'split', 'split-composed']
# Functions of one package that are tried; more take long and say no more.
LARGEST = 300
LOGGING = {'logging': 'import logging'}
VERBS = 'derive build prepare resolve gather compute settle arrange collect produce'.split()
NOUNS = 'values entries outcome layout pieces figures details parts records summary'.split()


class Made:
    """A re-implementation: the text of its function and helpers, what it imports, and the forms that were applied."""

    def __init__(self, text, name, helpers, imports, applied):
        self.text, self.name, self.helpers, self.imports, self.applied = text, name, helpers, imports, applied


def again(fn):
    """The function as parsed from its own text, so that no part of the tree is shared."""
    return ast.parse(ast.unparse(ast.fix_missing_locations(fn))).body[0]


def apply_forms(tree, rng, chance):
    """Several forms one after the other, in any order; gives the tree and the names of those that applied."""
    applied = []
    for form in rng.sample(sorted(FORMS), len(FORMS)):
        if rng.random() < chance and FORMS[form](tree, rng):
            applied.append(form)
            tree = again(tree)
    return tree, applied


def reimplement(function, recipe, name, rng, hosts):
    """Applies one recipe to a function; None where it does not apply. Hosts are tried in order for what is contained."""
    imports = dict(function.imports)
    if recipe == 'layout':
        source = function.source.replace(f'def {function.node.name}(', f'def {name}(', 1)
        return Made(naming.layout(source, rng), name, [], imports, [recipe])
    if recipe == 'rename':
        source = naming.renamed_text(function.source.replace(f'def {function.node.name}(', f'def {name}(', 1), rng)
        return source and checked(Made(source, name, [], imports, [recipe]))
    tree, applied, helpers = again(function.tree), [recipe], []
    if recipe in ('gap-insert', 'gap-change'):
        if not (shapes.gap_insert if recipe == 'gap-insert' else shapes.gap_change)(tree, rng):
            return None
        if recipe == 'gap-insert':
            imports.update(LOGGING)
    elif recipe in FORMS:
        if not FORMS[recipe](tree, rng):
            return None
    elif recipe.endswith('composed'):
        tree, forms_applied = apply_forms(tree, rng, 0.8)
        applied += forms_applied
        if len(forms_applied) < (2 if recipe != 'composed' else 3):
            return None
    if recipe.startswith('contained'):
        return contained(function, tree, recipe, name, rng, hosts, applied)
    if recipe.startswith('split'):
        helpers = shapes.split(tree, rng, f'_{name}')
        if not helpers:
            return None
    # A form alone is also shown under the old names, half of the time.
    if recipe not in FORMS or rng.random() < 0.5:
        for fn in [tree, *helpers]:
            naming.rename(fn, rng, avoid=[helper.name for helper in helpers])
        applied.append('rename')
    naming.rename_function(tree, name)
    text = '\n\n\n'.join(ast.unparse(ast.fix_missing_locations(fn)) for fn in [*helpers, tree])
    return checked(Made(text, name, [helper.name for helper in helpers], imports, applied))


def contained(function, tree, recipe, name, rng, hosts, applied):
    if not shapes.single_exit(tree) or len(tree.body) < 2:
        return None
    gaps = recipe == 'contained-gaps' or recipe == 'contained-composed' and rng.random() < 0.5
    for host in hosts:
        if any(function.imports.get(key, value) != value for key, value in host.imports.items()):
            continue
        both = shapes.contained(tree, host.tree, rng, gaps)
        if both is None:
            continue
        naming.rename_function(both, name)
        text = ast.unparse(ast.fix_missing_locations(both))
        used = {**function.imports, **host.imports}
        return checked(Made(text, name, [], used, [*applied, 'rename', f'in {host.package}:{host.qualified}']))
    return None


def checked(made):
    """What Python itself refuses, or what has lost a name, is no re-implementation."""
    module = ast.parse(made.text)
    compile(made.text, 'made.py', 'exec')
    known = set(made.imports) | set(made.helpers)
    for fn in module.body:
        missing = Names(fn).free - known - BUILTINS - IMPLICIT
        if missing:
            raise ValueError(f'{made.applied} lost {sorted(missing)} of\n{made.text}')
    return made


def single_exits(functions):
    return [function for function in functions if shapes.single_exit(function.tree) and 4 <= function.statements <= 25 and len(function.tree.body) >= 3]


class Files:
    """New files of a turn, filled so that no name in one of them stands for two things."""

    def __init__(self, prefix, per_file):
        self.prefix, self.per_file, self.files = prefix, per_file, []

    def add(self, names, imports, text):
        for file in self.files:
            clash = any(file['imports'].get(name, statement) != statement for name, statement in imports.items())
            if clash or len(file['texts']) >= self.per_file or any(name in file['imports'] or name in file['names'] for name in names):
                continue
            if any(name in file['names'] for name in imports):
                continue
            break
        else:
            file = {'imports': {}, 'texts': [], 'names': set(), 'path': f'{self.prefix}/part_{len(self.files):03}.py'}
            self.files.append(file)
        file['imports'].update(imports)
        file['names'].update(names)
        file['texts'].append(text)
        return file['path']

    def written(self):
        return [
            {'path': file['path'], 'text': '\n'.join(sorted(set(file['imports'].values()))) + '\n\n\n' + '\n\n\n'.join(file['texts']) + '\n'}
            for file in self.files
        ]


def workspaces(request):
    packages = {entry['name']: collect(entry['name'], entry['root']) for entry in request['packages']}
    only = request.get('recipes') or RECIPES
    for entry in request['packages']:
        package = entry['name']
        if not entry.get('target', True):
            continue
        rng = random.Random(f"{request['seed']}/{package}")
        digests = {function.digest for function in packages[package]}
        own = rng.sample(packages[package], min(LARGEST, len(packages[package])))
        others = [function for name, functions in packages.items() if name != package for function in functions if function.digest not in digests]
        rng.shuffle(others)
        # Hosts and unrelated functions are never the same, or one would repeat the other.
        hosts, unrelated = single_exits(others[::4]), [function for index, function in enumerate(others) if index % 4]
        done = set()
        for round_ in range(request['rounds']):
            yield workspace(package, round_, own, hosts, unrelated, done, rng, only, request)


def workspace(package, round_, own, hosts, unrelated, done, rng, only, request):
    files, used, made = Files(f'{package}_turn', 8), set(), []
    # Recipes that few functions allow choose first.
    possible = {recipe: [function for function in own if (recipe, function.qualified, function.file) not in done] for recipe in only}
    for recipe in possible:
        rng.shuffle(possible[recipe])
    turns = [recipe for _ in range(request['perRecipe']) for recipe in sorted(only, key=lambda recipe: -RARE.get(recipe, 0))]
    for number, recipe in enumerate(turns):
        for function in possible[recipe]:
            key = (recipe, function.qualified, function.file)
            if function.digest in used or key in done:
                continue
            done.add(key)
            name = f'{rng.choice(VERBS)}_{rng.choice(NOUNS)}_{round_}_{number}'
            rng.shuffle(hosts)
            result = reimplement(function, recipe, name, rng, hosts[:12])
            if result is None:
                continue
            used.add(function.digest)
            made.append((recipe, function, result))
            break
    others = unrelated[: len(made)]
    del unrelated[: len(made)]
    entries, strangers = [], []
    everything = [('made', item) for item in made] + [('other', item) for item in others]
    rng.shuffle(everything)
    for kind, item in everything:
        if kind == 'made':
            recipe, function, result = item
            path = files.add({result.name, *result.helpers}, result.imports, result.text)
            entries.append({
                'transformation': recipe, 'applied': result.applied, 'function': {'file': path, 'name': result.name}, 'helpers': result.helpers,
                'target': {'file': function.file, 'name': function.qualified},
            })
        else:
            path = files.add({item.node.name}, item.imports, item.source)
            strangers.append({'function': {'file': path, 'name': item.node.name}, 'origin': {'package': item.package, 'file': item.file, 'name': item.qualified}})
    return {'package': package, 'round': round_, 'files': files.written(), 'reimplemented': entries, 'unrelated': strangers}


RARE = {'algebra': 9, 'counter': 8, 'lookup': 7, 'emptiness': 6, 'contained-gaps': 5, 'contained-run': 5, 'contained-composed': 5, 'formatting': 4, 'augmented': 4, 'comprehension': 3, 'ternary': 3, 'order': 3, 'split': 2, 'split-composed': 2, 'gap-change': 2, 'composed': 2}


if __name__ == '__main__':
    json.dump({'workspaces': list(workspaces(json.load(sys.stdin)))}, sys.stdout)
