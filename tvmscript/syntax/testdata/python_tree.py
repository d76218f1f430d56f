"""Prints the syntax trees that Python makes of texts, in the form of the dumper in dump_test.go.

Standard input is a JSON list of texts; standard output a JSON list of objects: "tree" where Python accepts the text, "error"
where its parser does not, and "compiles" where its compiler is content as well.
"""
import ast, json, re, struct, sys, warnings

warnings.simplefilter("ignore")
EXACT_FSTRINGS = sys.version_info >= (3, 12)

OPS = {"Add": "+", "Sub": "-", "Mult": "*", "Div": "/", "FloorDiv": "//", "Mod": "%", "Pow": "**", "MatMult": "@",
       "BitAnd": "&", "BitOr": "|", "BitXor": "^", "LShift": "<<", "RShift": ">>", "Invert": "~", "Not": "not",
       "UAdd": "+", "USub": "-", "And": "and", "Or": "or", "Eq": "==", "NotEq": "!=", "Lt": "<", "LtE": "<=", "Gt": ">",
       "GtE": ">=", "In": "in", "NotIn": "not in", "Is": "is", "IsNot": "is not"}


def op(node):
    return OPS[type(node).__name__]


def quote(text):
    data = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
    return '"' + "".join(chr(c) if 32 <= c <= 126 and c not in (34, 92) else "\\x%02x" % c for c in data) + '"'


class Printer:
    def __init__(self, source):
        self.starts = [0] + [m.end() for m in re.finditer(rb"\r\n|\r|\n", source)]
        self.bom = 3 if source.startswith(b"\xef\xbb\xbf") else 0
        self.exact = True

    def at(self, node, decorated=False):
        if not self.exact:
            return ""
        start = self.offset(node.lineno, node.col_offset)
        return "@%s-%d" % ("" if decorated else start, self.offset(node.end_lineno, node.end_col_offset))

    def offset(self, line, column):
        return self.starts[line - 1] + column + (self.bom if line == 1 else 0)

    def show(self, node):
        if node is None:
            return "_"
        return getattr(self, type(node).__name__)(node)

    def all(self, nodes):
        return "[" + " ".join(map(self.show, nodes)) + "]"

    def form(self, name, node, *fields):
        return "(" + " ".join([name + self.at(node), *fields]) + ")"

    # Statements.

    def alias(self, node, dotted):
        name = node.name
        return self.form("Alias", node, quote(name), quote(node.asname or (name.split(".")[0] if dotted else name)))

    def Import(self, node):
        return self.form("Import", node, "[" + " ".join(self.alias(a, True) for a in node.names) + "]")

    def ImportFrom(self, node):
        names = "[" + " ".join(self.alias(a, False) for a in node.names) + "]"
        return self.form("ImportFrom", node, str(node.level), quote(node.module or ""), names)

    def ClassDef(self, node):
        self.plain(node)
        head = "(Class" + self.at(node, bool(node.decorator_list))
        return " ".join([head, self.all(node.decorator_list), ident(node.name), self.arguments(node.bases, node.keywords),
                         self.all(node.body)]) + ")"

    def FunctionDef(self, node):
        self.plain(node)
        head = "(Def" + self.at(node, bool(node.decorator_list))
        return " ".join([head, self.all(node.decorator_list), ident(node.name), self.params(node.args),
                         self.show(node.returns), self.all(node.body)]) + ")"

    def plain(self, node):
        if getattr(node, "type_params", None):
            raise NotImplementedError("type parameters")

    def Assign(self, node):
        return self.form("Assign", node, self.all(node.targets), self.show(node.value))

    def AnnAssign(self, node):
        return self.form("AnnAssign", node, self.show(node.target), self.show(node.annotation), self.show(node.value))

    def AugAssign(self, node):
        return self.form("AugAssign", node, self.show(node.target), op(node.op), self.show(node.value))

    def For(self, node):
        return self.form("For", node, self.show(node.target), self.show(node.iter), self.all(node.body), self.all(node.orelse))

    def While(self, node):
        return self.form("While", node, self.show(node.test), self.all(node.body), self.all(node.orelse))

    def If(self, node):
        return self.form("If", node, self.show(node.test), self.all(node.body), self.all(node.orelse))

    def With(self, node):
        items = ["(WithItem %s %s)" % (self.show(i.context_expr), self.show(i.optional_vars)) for i in node.items]
        return self.form("With", node, "[" + " ".join(items) + "]", self.all(node.body))

    def Assert(self, node):
        return self.form("Assert", node, self.show(node.test), self.show(node.msg))

    def Return(self, node):
        return self.form("Return", node, self.show(node.value))

    def Expr(self, node):
        return self.form("ExprStmt", node, self.show(node.value))

    def Pass(self, node):
        return self.form("Pass", node)

    def Break(self, node):
        return self.form("Break", node)

    def Continue(self, node):
        return self.form("Continue", node)

    def Delete(self, node):
        return self.form("Del", node, self.all(node.targets))

    def Global(self, node):
        return self.form("Scope", node, "[" + " ".join(map(ident, node.names)) + "]")

    def Nonlocal(self, node):
        return self.form("Scope", node, "Nonlocal", "[" + " ".join(map(ident, node.names)) + "]")

    # Expressions.

    def Name(self, node):
        return self.form("Name", node, quote(node.id))

    def Constant(self, node):
        v = node.value
        if v is None or v is True or v is False or v is ...:
            return self.form("Constant", node, str([None, True, False, ...].index(v)))
        if isinstance(v, int):
            return self.form("Int", node, str(v))
        if isinstance(v, float):
            return self.form("Float", node, struct.pack(">d", v).hex())
        if isinstance(v, bytes):
            return self.form("Str", node, quote(v), "Bytes")
        if isinstance(v, str):
            return self.form("Str", node, quote(v))
        raise NotImplementedError("complex")

    def JoinedStr(self, node):
        head = "(FString" + self.at(node)
        return head + " " + self.pieces(node) + ")"

    def pieces(self, node):
        parts = []
        for v in node.values:
            if isinstance(v, ast.Constant) and not v.value:
                continue  # Python 3.12 has empty texts at the ends of formats
            elif isinstance(v, ast.Constant):
                parts.append("(Str " + quote(v.value) + ")")
            else:
                parts.append(self.show(v))
        return "[" + " ".join(parts) + "]"

    def FormattedValue(self, node):
        exact, self.exact = self.exact, self.exact and EXACT_FSTRINGS
        spec = "_" if node.format_spec is None else "(FString " + self.pieces(node.format_spec) + ")"
        text = self.form("FormatValue", node, self.show(node.value), str(max(node.conversion, 0)), spec)
        self.exact = exact
        return text

    def Tuple(self, node):
        return self.form("Tuple", node, self.all(node.elts))

    def List(self, node):
        return self.form("List", node, self.all(node.elts))

    def Set(self, node):
        return self.form("Set", node, self.all(node.elts))

    def Dict(self, node):
        return self.form("Dict", node, self.all(node.keys), self.all(node.values))

    def comprehension(self, node, kind, elem, value=None):
        clauses = ["(CompClause %s %s %s)" % (self.show(g.target), self.show(g.iter), self.all(g.ifs)) for g in node.generators]
        if any(g.is_async for g in node.generators):
            raise NotImplementedError("async")
        # The parentheses of a call count as those of its only argument in Python.
        head = "(Comprehension" + (self.at(node) if kind != 3 else "")
        return " ".join([head, str(kind), self.show(elem), self.show(value), "[" + " ".join(clauses) + "]"]) + ")"

    def ListComp(self, node):
        return self.comprehension(node, 0, node.elt)

    def SetComp(self, node):
        return self.comprehension(node, 1, node.elt)

    def DictComp(self, node):
        return self.comprehension(node, 2, node.key, node.value)

    def GeneratorExp(self, node):
        return self.comprehension(node, 3, node.elt)

    def UnaryOp(self, node):
        return self.form("Unary", node, op(node.op), self.show(node.operand))

    def BinOp(self, node):
        return self.form("Binary", node, op(node.op), self.show(node.left), self.show(node.right))

    def BoolOp(self, node):
        text = self.show(node.values[0])
        for v in node.values[1:]:
            text = "(Logical %s %s %s)" % (op(node.op), text, self.show(v))
        return text

    def Compare(self, node):
        ops = "[" + " ".join(map(op, node.ops)) + "]"
        return self.form("Compare", node, self.show(node.left), ops, self.all(node.comparators))

    def IfExp(self, node):
        return self.form("Conditional", node, self.show(node.body), self.show(node.test), self.show(node.orelse))

    def Lambda(self, node):
        return self.form("Lambda", node, self.params(node.args), self.show(node.body))

    def Call(self, node):
        return self.form("Call", node, self.show(node.func), self.arguments(node.args, node.keywords))

    def Attribute(self, node):
        return self.form("Attribute", node, self.show(node.value), ident(node.attr))

    def Subscript(self, node):
        if isinstance(node.slice, ast.Tuple):
            return self.form("Subscript", node, self.show(node.value), self.all(node.slice.elts), "Tuple")
        return self.form("Subscript", node, self.show(node.value), self.all([node.slice]))

    def Slice(self, node):
        return self.form("Slice", node, self.show(node.lower), self.show(node.upper), self.show(node.step))

    def Starred(self, node):
        return self.form("Starred", node, self.show(node.value))

    def NamedExpr(self, node):
        return self.form("NamedExpr", node, ident(node.target.id), self.show(node.value))

    # Lists of arguments and parameters.

    def arguments(self, args, keywords):
        both = sorted([*args, *keywords], key=lambda n: (n.lineno, n.col_offset))
        return "[" + " ".join(map(self.argument, both)) + "]"

    def argument(self, node):
        if isinstance(node, ast.keyword):
            kind, name, value = (0, node.arg, node.value) if node.arg else (2, "", node.value)
        elif isinstance(node, ast.Starred):
            kind, name, value = 1, "", node.value
        else:
            kind, name, value = 0, "", node
        return "(Arg %d %s %s)" % (kind, quote(name), self.show(value))

    def params(self, args):
        positional = [*args.posonlyargs, *args.args]
        defaults = [None] * (len(positional) - len(args.defaults)) + args.defaults
        out = []
        for i, (a, default) in enumerate(zip(positional, defaults)):
            out.append(self.param(0, a, default))
            if i == len(args.posonlyargs) - 1:
                out.append('(Param 3 (Ident "") _ _)')
        if args.vararg:
            out.append(self.param(1, args.vararg))
        elif args.kwonlyargs:
            out.append('(Param 1 (Ident "") _ _)')
        for a, default in zip(args.kwonlyargs, args.kw_defaults):
            out.append(self.param(0, a, default))
        if args.kwarg:
            out.append(self.param(2, args.kwarg))
        return "[" + " ".join(out) + "]"

    def param(self, kind, arg, default=None):
        return "(Param %d %s %s %s)" % (kind, ident(arg.arg), self.show(arg.annotation), self.show(default))


def ident(name):
    return "(Ident " + quote(name) + ")"


def tree(text):
    source = text.encode("utf-8", "surrogatepass")
    try:
        module = ast.parse(source)
    except (SyntaxError, ValueError, MemoryError, RecursionError) as e:
        return {"error": str(e)}
    result = {}
    try:
        printer = Printer(source)
        result["tree"] = "".join(printer.show(s) + "\n" for s in module.body)
    except (NotImplementedError, AttributeError) as e:
        result["unsupported"] = repr(e)
    except RecursionError as e:
        result["unsupported"] = repr(e)
    try:
        compile(source, "text", "exec")
        result["compiles"] = True
    except (SyntaxError, ValueError, MemoryError, RecursionError) as e:
        result["refused"] = str(e)
    return result


json.dump({"version": list(sys.version_info[:2]), "trees": [tree(t) for t in json.load(sys.stdin)]}, sys.stdout)
