# Executes the bodies of functions, which come as a list in JSON, as Python does; prints what each leaves in C.
import contextlib
import json
import sys


class T:
    int32 = None

    @staticmethod
    def serial(*bounds):
        return range(*bounds)

    @staticmethod
    def grid(n):
        return range(n)

    @staticmethod
    def sblock(name):
        return contextlib.nullcontext()


results = []
for body in json.load(sys.stdin):
    scope = {"T": T}
    exec(compile("def f(A, C):\n" + body, "f.py", "exec"), scope)
    C = [0] * 8
    scope["f"](list(range(8)), C)
    results.append(C)
json.dump(results, sys.stdout)
