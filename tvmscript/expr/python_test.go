package expr_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/internal/tools"
	"github.com/inflight-compiler/inflight/tvmscript/expr"
	"github.com/inflight-compiler/inflight/tvmscript/syntax"
)

// constants are expressions that Python evaluates; the comment lines of a section have what they evaluate to
// where no Python is at hand.
var constants = []struct{ source, want string }{
	{"1 + 2 * 3", "7"}, {"-7 // 2", "-4"}, {"7 // -2", "-4"}, {"-7 % 3", "2"}, {"7 % -3", "-2"},
	{"7 / 2", "3.5"}, {"6 / 2", "3.0"},
	{"2 ** 10", "1024"}, {"2 ** -1", "0.5"}, {"(-1) ** 100001", "-1"}, {"0 ** 0", "1"}, {"1 << 5", "32"},
	{"-17 >> 2", "-5"}, {"6 & 3 | 8 ^ 1", "11"},
	{"~5", "-6"}, {"-(3)", "-3"}, {"+True", "1"}, {"True + True", "2"}, {"True & False", "False"},
	{"True ^ 1", "0"}, {"not 3", "False"},
	{"1.5 + 1", "2.5"}, {"-7.5 // 2", "-4.0"}, {"-7.5 % 2", "0.5"}, {"7.5 % -2", "-0.5"},
	{"0.1 + 0.2", "0.30000000000000004"}, {"1e16", "1e+16"},
	{"1e15", "1000000000000000.0"}, {"1e-5", "1e-05"}, {"0.0001", "0.0001"},
	{"2.0 ** 0.5", "1.4142135623730951"}, {"-0.0", "-0.0"}, {"1e308 * 10", "inf"},
	{"1 < 2 < 3", "True"}, {"1 < 3 < 2", "False"}, {"1 == 1.0", "True"}, {"'a' < 'b'", "True"},
	{"(1, 2) < (1, 3)", "True"}, {"[1] == [1]", "True"},
	{"[1] == (1,)", "False"}, {"2 in [1, 2]", "True"}, {"'b' in 'abc'", "True"}, {"3 not in (1, 2)", "True"},
	{"None is None", "True"}, {"1 is not None", "True"},
	{"1 and 2", "2"}, {"0 and x", "0"}, {"0 or 5", "5"}, {"[] or 'd'", "'d'"}, {"1 if 2 > 3 else 4", "4"},
	{"9007199254740993 == 9007199254740992.0", "False"},
	{"'a' + 'b' * 2", "'abb'"}, {"[1, 2] + [3]", "[1, 2, 3]"}, {"(1,) * 3", "(1, 1, 1)"},
	{"3 * [0]", "[0, 0, 0]"}, {"()", "()"}, {"(1,)", "(1,)"},
	{"[1, 2, 3][-1]", "3"}, {"[1, 2, 3, 4][1:3]", "[2, 3]"}, {"[1, 2, 3, 4][::-1]", "[4, 3, 2, 1]"},
	{"'hello'[1:-1]", "'ell'"}, {"(1, 2, 3)[::2]", "(1, 3)"},
	{"[0, 1, 2, 3, 4][-2:]", "[3, 4]"}, {"[0, 1, 2][5:1:-1]", "[2]"}, {"[0, 1, 2][:-9:-1]", "[2, 1, 0]"},
	{"{'a': 1, 'b': 2}['b']", "2"},
	{"{'a': 1, 'a': 3}", "{'a': 3}"}, {"{**{'a': 1}, 'b': [2]}", "{'a': 1, 'b': [2]}"},
	{"[*[1, 2], *(3,)]", "[1, 2, 3]"}, {"{1: 'x', 2.5: None}", "{1: 'x', 2.5: None}"},
	{"[i * i for i in range(5)]", "[0, 1, 4, 9, 16]"},
	{"[i + j for i in range(2) for j in (10, 20) if i < 1]", "[10, 20]"},
	{"{k: v for k, v in [(1, 2), (3, 4)]}", "{1: 2, 3: 4}"},
	{"sum(i for i in [1, 2, 3])", "6"}, {"[a for a, (b, *c) in [(1, (2, 3, 4))]]", "[1]"},
	{"[c for a, (b, *c) in [(1, (2, 3, 4))]]", "[[3, 4]]"},
	{"len([1, 2]) + len('héllo') + len({})", "7"}, {"list(range(10, 0, -3))", "[10, 7, 4, 1]"},
	{"list(range(3))", "[0, 1, 2]"}, {"min(3, 1, 2)", "1"}, {"max([1, 5, 2])", "5"},
	{"min('b', 'a')", "'a'"}, {"int('42') + int(-3.9)", "39"}, {"int('ff', 16)", "255"},
	{"float('1e3')", "1000.0"}, {"float('-inf')", "-inf"}, {"str(1.0)", "'1.0'"},
	{"str([1, 'a'])", "\"[1, 'a']\""}, {"bool([])", "False"}, {"tuple([1])", "(1,)"},
	{"list('ab')", "['a', 'b']"}, {"list(enumerate('ab', 1))", "[(1, 'a'), (2, 'b')]"},
	{"list(zip([1, 2], 'ab'))", "[(1, 'a'), (2, 'b')]"}, {"sum([[1], [2]], [])", "[1, 2]"}, {"abs(-3)", "3"},
	{"abs(-2.5)", "2.5"}, {"round(2.5)", "2"}, {"round(3.5)", "4"},
	{"divmod(-7, 2)", "(-4, 1)"}, {"pow(2, 5)", "32"}, {"list(reversed([1, 2]))", "[2, 1]"},
	{"sorted([3, 1, 2])", "[1, 2, 3]"}, {"any([0, 1])", "True"}, {"all([])", "True"},
	{"list(map(lambda a: a + 1, [1, 2]))", "[2, 3]"}, {"dict(a=1, b=2)", "{'a': 1, 'b': 2}"},
	{"dict([('x', 1)])", "{'x': 1}"},
	{"math.ceil(2.1) + math.floor(-2.1)", "0"}, {"math.sqrt(16)", "4.0"}, {"math.log2(8)", "3.0"},
	{"math.gcd(12, -18)", "6"}, {"math.prod([2, 3])", "6"}, {"math.pi", "3.141592653589793"},
	{"(lambda a, b=2, *c, d=5, **e: (a, b, c, d, e))(1, 3, 4, d=6, f=7)", "(1, 3, (4,), 6, {'f': 7})"},
	{"(lambda f: f(f, 10))(lambda s, n: 1 if n == 0 else n * s(s, n - 1))", "3628800"},
	{"(lambda *a: a)(*[1, 2], *(3,))", "(1, 2, 3)"}, {"(lambda a, b: a - b)(**{'b': 1, 'a': 5})", "4"},
	{"f'{1 + 1}'", "'2'"},
	{"f'{3.14159:.2f}|{42:5d}|{42:<5}|{42:^5}|{42:05d}|{-42:+d}|{42:x}|{42:#x}|{42:b}'",
		"'3.14|   42|42   | 42  |00042|-42|2a|0x2a|101010'"},
	{"f'{1234567:,}|{1234567.891:,.1f}|{0.5:%}|{12345.678:e}|{12345.678:g}|{1e-7:g}'",
		"'1,234,567|1,234,567.9|50.000000%|1.234568e+04|12345.7|1e-07'"},
	{"f'{\"a\"!r}{\"b\":>3}{\"c\":*<3}{\"defg\":.2}'", "\"'a'  bc**de\""}, {"f'{{}}{1:{2}}'", "'{} 1'"},
	{"f'{True}{None}{[1, 2.0]}'", "'TrueNone[1, 2.0]'"},
	{"f'{-5:=+6d}{-5:06d}{255:#06x}'", "'-    5-000050x00ff'"},
	{"'{} {0} {a}'.format(1, a=2)", "error"}, {"'{}-{}'.format(1, 'x')", "'1-x'"},
	{"'{1}{0}{n:.1f}'.format(1, 2, n=3)", "'213.0'"}, {"'{{x}}'.format()", "'{x}'"},
	{"','.join(['a', 'b'])", "'a,b'"}, {"'Ab'.lower() + 'Ab'.upper()", "'abAB'"},
	{"'shared.dyn'.startswith('shared')", "True"}, {"'a,b'.split(',')", "['a', 'b']"},
	{"'aXa'.replace('a', 'bc')", "'bcXbc'"}, {"{'a': 1}.get('b', 7)", "7"},
	{"list({'a': 1}.items())", "[('a', 1)]"}, {"[1, 2].index(2)", "1"}, {"'it\\'s'", "\"it's\""},
	{"'a\\n\\x01\\\\'", "'a\\n\\x01\\\\'"},
	{"1 // 0", "error"}, {"1.0 % 0", "error"}, {"1 / 0", "error"}, {"[1][1]", "error"}, {"{}['a']", "error"},
	{"'a' + 1", "error"}, {"1 < 'a'", "error"}, {"int('x')", "error"},
	{"len(3)", "error"}, {"[][0]", "error"}, {"1 << -1", "error"}, {"0 ** -1", "error"},
	{"float('x')", "error"}, {"min([])", "error"}, {"(lambda a: a)()", "error"},
	{"(lambda a: a)(1, 2)", "error"},
	{"(lambda a: a)(b=1)", "error"}, {"range(1, 2, 0)", "error"}, {"f'{1:q}'", "error"},
	{"f'{\"a\":d}'", "error"}, {"f'{1.5:d}'", "error"}, {"'{'.format()", "error"}, {"[1, 2][::0]", "error"},
	{"undefined", "error"}, {"'a' * 'b'", "error"}, {"-'a'", "error"}, {"~1.5", "error"},
	{"1.5 & 1", "error"}, {"[a for a, b in [(1, 2, 3)]]", "error"}, {"{[1]: 2}", "error"},
	{"math.sqrt(-1)", "error"}, {"int(float('inf'))", "error"}, {"10.0 ** 400", "error"}, {"1()", "error"},
	{"'a'.foo()", "error"}, {"(1).foo", "error"},
}

// evaluate returns the text that Python's repr has for an expression, or "error".
func evaluate(t testing.TB, source string) string {
	w := &world{e: &expr.Evaluator{Ctx: all.NewContext()}, scope: expr.NewScope(nil)}
	w.e.Env = w.scope
	w.scope.Set("math", &expr.Builtin{Name: "math"})
	v, err := w.e.Eval(w.parse(t, "repr("+source+")").(*syntax.ExprStmt).X)
	if err != nil {
		return "error"
	}
	return v.(*expr.Str).V
}

func TestConstants(t *testing.T) {
	for _, c := range constants {
		if got := evaluate(t, c.source); got != c.want {
			t.Errorf("%s is %s, want %s", c.source, got, c.want)
		}
	}
}

// python evaluates expressions with Python, one repr for each.
func python(t *testing.T, sources []string) []string {
	path := tools.Require(t, "python3")
	const program = "import math, sys\n" +
		"for line in sys.stdin:\n" +
		"    try: r = eval(line)\n" +
		"    except Exception: print('error'); continue\n" +
		"    print('error' if type(r) is complex else 'big' if type(r) is int and not -2**63 <= r < 2**63 " +
		"else repr(r))\n"
	cmd := tools.Command(t, path, "-c", program)
	cmd.Stdin = strings.NewReader(strings.Join(sources, "\n") + "\n")
	var out, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &stderr
	if err := cmd.Run(); err != nil {
		t.Skipf("python3 does not run: %v %s", err, stderr.String())
	}
	lines := strings.Split(strings.TrimRight(out.String(), "\n"), "\n")
	if len(lines) != len(sources) {
		t.Fatalf("python3 has %d answers for %d expressions", len(lines), len(sources))
	}
	return lines
}

// The table says what Python says.
func TestConstantsAsPython(t *testing.T) {
	var sources []string
	for _, c := range constants {
		sources = append(sources, c.source)
	}
	for i, want := range python(t, sources) {
		if want != constants[i].want {
			t.Errorf("%s is %s in Python, the table has %s", sources[i], want, constants[i].want)
		}
	}
}

// Random expressions have the value that Python gives them. Integers beyond 64 bits are errors here.
func TestRandomAsPython(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var sources []string
	for range 3000 {
		sources = append(sources, randomPython(r, 4))
	}
	errors := 0
	for i, want := range python(t, sources) {
		got := evaluate(t, sources[i])
		if got == "error" {
			errors++
		}
		if got != want && !(got == "error" && (want == "big" || hasBig(sources[i]))) {
			t.Errorf("%s is %s, in Python %s", sources[i], got, want)
		}
	}
	if errors > len(sources)*2/3 {
		t.Errorf("%d of %d expressions are errors", errors, len(sources))
	}
}

// hasBig reports whether a part of an expression may be an integer beyond 64 bits, though the whole is not.
func hasBig(source string) bool {
	return strings.Contains(source, "*") || strings.Contains(source, "<<")
}

// randomPython returns an expression over numbers alone, or over all values but without repetition, which
// makes strings of gigabytes.
func randomPython(r *rand.Rand, depth int) string {
	if r.IntN(2) == 0 {
		return randomOver(r, depth,
			[]string{"0", "1", "2", "3", "-1", "7", "True", "0.5", "-2.25", "1e3", "12345678901", "0.1"},
			[]string{"+", "-", "*", "/", "//", "%", "<", "<=", "==", ">", "and", "or", "&", "|", "^"})
	}
	return randomOver(r, depth,
		[]string{"0", "1", "2", "-1", "True", "False", "0.5", "'a'", "'bc'", "[1, 2]", "(3,)", "{'a': 1}"},
		[]string{"+", "-", "/", "//", "%", "<", "<=", "==", "!=", ">", ">=", "and", "or", "in", "not in"})
}

func randomOver(r *rand.Rand, depth int, leaves, binary []string) string {
	if depth == 0 || r.IntN(6) == 0 {
		return leaves[r.IntN(len(leaves))]
	}
	x := func() string { return randomOver(r, depth-1, leaves, binary) }
	switch r.IntN(10) {
	case 0:
		return "-(" + x() + ")"
	case 1:
		return "(" + x() + " if " + x() + " else " + x() + ")"
	case 2:
		return "not (" + x() + ")"
	case 3:
		f := []string{"min(%s, %s)", "max(%s, %s)", "[%s, %s][-1]", "(%s, %s)", "divmod(%s, %s)", "[%s, %s]"}
		return fmt.Sprintf(f[r.IntN(len(f))], x(), x())
	case 4:
		f := []string{"abs(%s)", "int(%s)", "float(%s)", "bool(%s)", "str(%s)", "len(%s)", "round(%s)",
			"~(%s)", "sum([%s])"}
		return fmt.Sprintf(f[r.IntN(len(f))], x())
	}
	return "(" + x() + ") " + binary[r.IntN(len(binary))] + " (" + x() + ")"
}
