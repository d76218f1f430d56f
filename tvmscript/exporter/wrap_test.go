package exporter

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/tools"
)

// writer makes random lines of TVMScript that are too long, or not: names of all lengths, slices, calls,
// dicts.
type writer struct{ r *rand.Rand }

func (s *writer) name() string {
	return "v" + strings.Repeat("ery_long", s.r.IntN(5)) + string(rune('a'+s.r.IntN(26)))
}

func (s *writer) pick(choices ...func(depth int) string) func(depth int) string {
	return choices[s.r.IntN(len(choices))]
}

func (s *writer) value(depth int) string {
	if depth == 0 {
		return s.name()
	}
	return s.pick(
		func(int) string { return s.name() },
		func(int) string { return fmt.Sprint(s.r.IntN(4096)) },
		func(d int) string {
			return s.value(d-1) + [...]string{" + ", " - ", " * ", " // ", " % "}[s.r.IntN(5)] + s.value(d-1)
		},
		func(d int) string { return "(" + s.value(d-1) + " - " + s.value(d-1) + ")" },
		func(d int) string { return "T.max(" + s.value(d-1) + ", " + s.value(d-1) + ")" },
		func(d int) string { return s.name() + "[" + s.value(d-1) + ", " + s.value(d-1) + "]" },
		func(d int) string { return `T.Cast("int32", ` + s.value(d-1) + ")" },
	)(depth)
}

func (s *writer) region(depth int) string {
	dims := make([]string, 1+s.r.IntN(3))
	for i := range dims {
		if dims[i] = s.value(depth); s.r.IntN(3) > 0 {
			dims[i] += ":" + s.value(depth)
		}
	}
	return s.name() + "[" + strings.Join(dims, ", ") + "]"
}

// line is a statement, or the head of a compound one, which ends in a colon.
func (s *writer) line() string {
	return s.pick(
		func(d int) string { return "T.reads(" + s.region(d) + ")" },
		func(d int) string { return "T.writes(" + s.region(d) + ", " + s.region(d) + ")" },
		func(d int) string { return s.name() + " = T.match_buffer(" + s.region(d) + ", (16, 16))" },
		func(d int) string { return s.region(d) + " = " + s.value(d) },
		func(d int) string { return "T.evaluate(T.call_extern(\"int32\", \"f: a, b\", " + s.value(d) + "))" },
		func(d int) string { return "if " + s.value(d) + " < " + s.value(d) + ":" },
		func(d int) string {
			return "for i in T.serial(" + s.value(d) + `, annotations={"` + s.name() + `": [0, 1, ` +
				s.name() + `], "b": "x"}):`
		},
	)(1 + s.r.IntN(4))
}

// Lines that are broken are to Python what they were in one piece.
func TestWrappedLinesAreTheSamePython(t *testing.T) {
	s := &writer{rand.New(rand.NewPCG(7, 77))}
	var pairs [][2]string
	broken := 0
	for range 1200 {
		line, indent := s.line(), 4*s.r.IntN(10)
		wrapped := string(appendWrapped(nil, []byte(line), indent))
		if strings.Count(wrapped, "\n") > 1 {
			broken++
		}
		if strings.HasSuffix(line, ":") {
			line, wrapped = line+"\n"+strings.Repeat(" ", 4)+"pass\n",
				wrapped+strings.Repeat(" ", indent+4)+"pass\n"
		}
		pairs = append(pairs, [2]string{line, underHead(wrapped, indent)})
	}
	if broken < 400 {
		t.Errorf("only %d lines are broken", broken)
	}
	for _, i := range unequal(t, pairs) {
		t.Errorf("Python reads\n%sin another way than\n%s", pairs[i][1], pairs[i][0])
	}
}

// underHead puts an indented statement into the suite of a compound statement, without which it is no Python.
func underHead(text string, indent int) string {
	if indent == 0 {
		return text
	}
	return "if x:\n" + text
}

// unequal asks Python which pairs do not have the same tree.
func unequal(t *testing.T, pairs [][2]string) []int {
	t.Helper()
	input, err := json.Marshal(pairs)
	if err != nil {
		t.Fatal(err)
	}
	const program = `
import ast, json, sys
def tree(text, inner):
    body = ast.parse(text).body
    return ast.dump(body[0].body[0] if inner else body[0])
def same(a, b):
    try:
        return tree(a, False) == tree(b, b.startswith("if x:\n"))
    except SyntaxError:
        return False
print(json.dumps([i for i, (a, b) in enumerate(json.load(sys.stdin)) if not same(a, b)]))
`
	cmd := tools.Command(t, tools.Require(t, "python3"), "-c", program)
	cmd.Stdin = strings.NewReader(string(input))
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var wrong []int
	if err := json.Unmarshal(out, &wrong); err != nil {
		t.Fatal(err)
	}
	return wrong
}
