"""Says what attribute chains mean in CPython itself.

Standard input: {"root": folder, "files": {path: [["name", "attribute", ...], ...]}}, paths relative to the root.
Standard output: {path: [meaning, ...]} or {path: null} where the module cannot be imported. A meaning is null where the
chain has none, else [kind, path or "", qualified name, first line or 0]; kinds: function, class, module, other.
"""

import importlib
import inspect
import json
import os
import sys
import types
import warnings

warnings.simplefilter("ignore")
request = json.load(sys.stdin)
root = os.path.realpath(request["root"])
sys.path.insert(0, root)
answers_to = os.dup(1)
os.dup2(2, 1)


def relative(path):
    path = os.path.realpath(path or "")
    return path[len(root) + 1 :].replace(os.sep, "/") if path.startswith(root + os.sep) else ""


def unwrapped(value):
    for _ in range(20):
        if isinstance(value, property):
            value = value.fget
        elif isinstance(value, (classmethod, staticmethod, types.MethodType)):
            value = value.__func__
        elif type(value).__name__ == "cached_property":
            value = value.func
        elif not isinstance(value, type) and hasattr(value, "__wrapped__"):
            value = value.__wrapped__
        else:
            break
    return value


def code_path(code):
    # Modules that are frozen into the interpreter have their file in __file__ or __origname__ only.
    if code.co_filename.startswith("<frozen "):
        return getattr(sys.modules.get(code.co_filename[8:-1]), "__file__", "")
    return code.co_filename


def class_path(value):
    # By a method where there is one: some modules change their __name__.
    for member in vars(value).values():
        member = unwrapped(member)
        if isinstance(member, types.FunctionType) and member.__qualname__ == value.__qualname__ + "." + member.__name__:
            return code_path(member.__code__)
    return getattr(sys.modules.get(value.__module__), "__file__", "")


def meaning(value):
    value = unwrapped(value)
    if isinstance(value, types.ModuleType):
        return ["module", relative(getattr(value, "__file__", "")), value.__name__, 0]
    if isinstance(value, types.FunctionType):
        code = value.__code__
        return ["function", relative(code_path(code)), code.co_qualname if hasattr(code, "co_qualname") else value.__qualname__, code.co_firstlineno]
    if isinstance(value, type):
        return ["class", relative(class_path(value)), value.__qualname__, 0]
    return ["other", "", type(value).__name__, 0]


def follow(module, chain):
    try:
        value = vars(module)[chain[0]]
        for name in chain[1:]:
            # Not through descriptors: a property is wanted as such.
            value = getattr(value, name) if isinstance(value, types.ModuleType) else inspect.getattr_static(value, name)
    except Exception:
        return None
    return meaning(value)


def answer(path, chains):
    name = path[: -len(".py")].replace("/", ".")
    if name.endswith(".__init__"):
        name = name[: -len(".__init__")]
    try:
        module = importlib.import_module(name)
    except BaseException:
        return None
    if relative(getattr(module, "__file__", "")) != path:
        return None
    return [follow(module, chain) for chain in chains]


answers = {path: answer(path, chains) for path, chains in request["files"].items()}
with os.fdopen(answers_to, "w") as out:
    json.dump(answers, out)
os._exit(0)
