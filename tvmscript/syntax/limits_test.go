package syntax_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/tvmscript/syntax"
)

func repeated(before, inner, after string) func(int) string {
	return func(n int) string { return strings.Repeat(before, n) + inner + strings.Repeat(after, n) }
}

func blocks(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat(" ", i) + "if x:\n")
	}
	return b.String() + strings.Repeat(" ", n) + "y\n"
}

func nestedFStrings(n int) string {
	s := "x"
	for range n {
		s = "f'{" + s + "}'"
	}
	return s
}

// What nests is accepted up to its limit and refused beyond, at any depth: nothing may exhaust the stack, or
// take a time that grows faster than the text.
func TestLimits(t *testing.T) {
	for name, c := range map[string]struct {
		text  func(n int) string
		limit int
		huge  int
	}{
		"parentheses":  {repeated("(", "x", ")"), 199, 100_000},
		"lists":        {repeated("[", "x", "]"), 199, 100_000},
		"sets":         {repeated("{", "x", "}"), 199, 100_000},
		"dict values":  {repeated("{x:", "x", "}"), 199, 100_000},
		"dict keys":    {repeated("{", "x", ":x}"), 199, 100_000},
		"calls":        {repeated("f(", "x", ")"), 199, 100_000},
		"subscripts":   {repeated("f[", "x", "]"), 199, 100_000},
		"slices":       {repeated("f[:", "x", "]"), 199, 100_000},
		"signs":        {repeated("-", "x", ""), 199, 100_000},
		"nots":         {repeated("not ", "x", ""), 199, 100_000},
		"powers":       {repeated("x**", "x", ""), 199, 100_000},
		"lambdas":      {repeated("lambda:", "x", ""), 199, 100_000},
		"defaults":     {repeated("lambda x=", "x", ":x"), 199, 100_000},
		"conditionals": {repeated("x if x else ", "x", ""), 199, 100_000},
		"generators":   {repeated("(", "x", " for x in y)"), 199, 100_000},
		"with": {func(n int) string {
			return "with " + repeated("(", "x", ")")(n) + ": y"
		}, 200, 100_000},
		"with targets": {func(n int) string {
			return "with x as " + repeated("(", "x", ")")(n) + ": y"
		}, 200, 100_000},
		"targets": {func(n int) string {
			return "for " + repeated("[", "x", "]")(n) + " in y: z"
		}, 200, 100_000},
		"f-strings": {nestedFStrings, 99, 2_000},
		"formats": {func(n int) string {
			return "f'" + repeated("{x:", "x", "}")(n) + "'"
		}, 198, 100_000},
		"sums":        {repeated("x+", "x", ""), 10_016, 100_000},
		"ors":         {repeated("x or ", "x", ""), 10_016, 100_000},
		"attributes":  {repeated("", "x", ".x"), 10_016, 100_000},
		"call chains": {repeated("", "x", "()"), 10_016, 100_000},
		"blocks":      {blocks, 100, 2_000},
		"elifs": {func(n int) string {
			return "if x: y\n" + strings.Repeat("elif x: y\n", n)
		}, 500, 100_000},
	} {
		t.Run(name, func(t *testing.T) {
			parse(t, c.text(c.limit))
			for _, n := range []int{c.limit + 1, c.huge} {
				f, diags := syntax.Parse(diag.NewFile("deep.py", []byte(c.text(n))))
				if f != nil || diags[0].Code != "python-too-deep" {
					t.Errorf("depth %d: %v", n, abridge(fmt.Sprint(diags)))
				}
			}
		})
	}
}

func abridge(s string) string { return s[:min(len(s), 500)] }

// Wide is not deep: nothing limits how many elements stand beside each other.
func TestWide(t *testing.T) {
	for _, elem := range []string{"x + y * z", "f(x).y[z]", "-x", "x < y", "not x", "x if y else z",
		"f'{x:{y}}'"} {
		parse(t, "t = ["+strings.Repeat(elem+", ", 50_000)+"]\n")
	}
	parse(t, strings.Repeat("x = 1\n", 100_000))
	parse(t, "x = "+strings.Repeat("x = ", 50_000)+"1\n")
	parse(t, "x = 1"+strings.Repeat(" < 1", 50_000)+"\n")
	parse(t, "x = "+strings.Repeat("'a' ", 50_000)+"\n")
}

// Wrong text of any length is refused in a time that does not grow faster than the text.
func TestLongMistakes(t *testing.T) {
	const n = 200_000
	for name, text := range map[string]string{
		"names on a line":     strings.Repeat("x ", n),
		"names in brackets":   "f(" + strings.Repeat("x ", n),
		"lines in brackets":   "f(\n" + strings.Repeat(" x y\n", n),
		"opening brackets":    strings.Repeat("(\n", n),
		"closing brackets":    strings.Repeat(")", n),
		"quotes":              strings.Repeat("'", n+1),
		"double quotes":       strings.Repeat(`"`, n+5),
		"f-strings":           strings.Repeat("f'{", n),
		"open f-strings":      strings.Repeat("f'{x y\n", n),
		"braces":              "f'" + strings.Repeat("{", n+1) + "'",
		"indentation":         strings.Repeat(" ", n) + "x",
		"zigzag":              strings.Repeat("x\n y\n", n),
		"tabs":                "if x:\n" + strings.Repeat("\tx\n        x\n", n),
		"unfit":               "if x:\n    y\n" + strings.Repeat("  x\n", n),
		"backslashes":         strings.Repeat("\\", n),
		"continued":           strings.Repeat("\\\n", n),
		"with":                strings.Repeat("with (", n),
		"withs":               strings.Repeat("with (a b\n", n),
		"decorators":          strings.Repeat("@x\n", n),
		"else":                strings.Repeat("else:\n", n),
		"try":                 strings.Repeat("try:\n x\n", n),
		"match":               strings.Repeat("match x:\n case y: z\n", n),
		"numbers":             strings.Repeat("1", n) + "_",
		"characters":          strings.Repeat("$", n),
		"colons":              strings.Repeat(":", n),
		"semicolons":          strings.Repeat(";", n),
		"lambdas":             strings.Repeat("lambda ", n),
		"defs":                strings.Repeat("def f(", n),
		"deep lines":          blocks(150) + strings.Repeat("$\n", 100),
		"one-line suites":     strings.Repeat("if x: ", n),
		"assignments":         strings.Repeat("f() = ", n),
		"comments":            "(" + strings.Repeat("# x\n", n),
		"normalized":          strings.Repeat("ª", n),
		"commas":              "f(" + strings.Repeat(",", n),
		"stars":               "f(" + strings.Repeat("*", n),
		"names and equations": "f(" + strings.Repeat("x=", n),
	} {
		t.Run(name, func(t *testing.T) {
			f, diags := syntax.Parse(diag.NewFile("long.py", []byte(text)))
			if f != nil || len(diags) == 0 || len(diags) > 20 {
				t.Errorf("file %v, %d errors", f != nil, len(diags))
			}
		})
	}
}

// What is not text is refused where it is not.
func TestNotText(t *testing.T) {
	for src, want := range map[string]string{
		"x = '\xff'":   "n.py:1:6: error: the byte 0xff is not UTF-8 [python-encoding]",
		"x\n\xc3":      "n.py:2:1: error: the byte 0xc3 is not UTF-8 [python-encoding]",
		"x\x00":        "n.py:1:2: error: the text contains a NUL character [python-encoding]",
		"\xed\xa0\x80": "n.py:1:1: error: the byte 0xed is not UTF-8 [python-encoding]",
		"\xef\xbb\xbf\xef\xbb\xbf": "n.py:1:4: error: the character '\\ufeff' has no meaning here " +
			"[python-token]",
	} {
		f, diags := syntax.Parse(diag.NewFile("n.py", []byte(src)))
		if f != nil || diags.Error() != want {
			t.Errorf("%q: %v, want %s", src, diags, want)
		}
	}
}
