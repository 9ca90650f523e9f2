"""
Applies every transformation to the sample functions with several seeds, runs what it makes beside the original, and prints
as JSON how often each applied and what differed.
"""

import copy
import importlib.util
import json
import os
import random
import sys

harness, samples, rounds = sys.argv[1], sys.argv[2], int(sys.argv[3])
sys.path.insert(0, harness)

import mutate  # noqa: E402
from collect import collect  # noqa: E402

spec = importlib.util.spec_from_file_location('samples.functions', os.path.join(samples, 'samples/functions.py'))
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
functions = [function for function in collect('samples', samples) if function.qualified in module.INPUTS]


def outcome(function, arguments):
    try:
        return 'value', function(*copy.deepcopy(arguments))
    except Exception as error:
        return 'error', type(error).__name__


def run(made):
    import logging

    logging.disable(logging.CRITICAL)
    space = {**vars(module), 'logging': logging, 'print': lambda *_: None}
    exec(made.text, space)
    return space[made.name]


applied, wrong = {}, []
for recipe in mutate.RECIPES:
    for seed in range(rounds):
        for function in functions:
            rng = random.Random(f'{recipe}/{seed}/{function.qualified}')
            hosts = [host for host in mutate.single_exits(functions) if host is not function]
            rng.shuffle(hosts)
            made = mutate.reimplement(function, recipe, 'made_anew', rng, hosts)
            if made is None:
                continue
            applied[recipe] = applied.get(recipe, 0) + 1
            new, old = run(made), vars(module)[function.qualified]
            if recipe == 'gap-change':
                continue
            for arguments in module.INPUTS[function.qualified]:
                expected = outcome(old, arguments)
                if recipe.startswith('contained'):
                    host = vars(module)[made.applied[-1].split(':')[1]]
                    for more in module.INPUTS[host.__name__]:
                        given = outcome(new, (*arguments, *more))
                        beside = outcome(host, more)
                        both = ('value', (beside[1], expected[1]))
                        if given != both and not (given[0] == 'error' and 'error' in (beside[0], expected[0])):
                            wrong.append({'recipe': recipe, 'applied': made.applied, 'text': made.text, 'given': repr(given), 'expected': repr(both)})
                elif outcome(new, arguments) != expected:
                    wrong.append({'recipe': recipe, 'applied': made.applied, 'text': made.text, 'given': repr(outcome(new, arguments)), 'expected': repr(expected)})
json.dump({'functions': [function.qualified for function in functions], 'recipes': mutate.RECIPES, 'applied': applied, 'wrong': wrong}, sys.stdout)
