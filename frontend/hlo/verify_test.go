package hlo_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/frontend/hlo"
)

// TestMutations makes each scheduled or asynchronous module of the corpus wrong in one place, and expects an
// error: a done goes, a done ends another start, a start stands behind its done, an operand is added to a
// done.
func TestMutations(t *testing.T) {
	count := map[string]int{}
	for name, text := range corpus(t, "corpus") {
		for _, m := range mutants(parse(t, text)) {
			count[m.kind]++
			if found := hlo.Verify(m.module); !found.HasErrors() {
				t.Errorf("%s, %s: no error\n%s", name, m.kind, m.module)
			}
		}
	}
	for _, kind := range []string{"no done", "second done", "done first", "other start", "another shape"} {
		if count[kind] < 10 {
			t.Errorf("%d mutants of the kind %q", count[kind], kind)
		}
	}
}

type mutant struct {
	kind   string
	module *hlo.Module
}

// mutants returns wrong variants of a module, which differ in the instructions of one pair.
func mutants(m *hlo.Module) (all []mutant) {
	text := m.String()
	lines := strings.Split(text, "\n")
	variant := func(kind string, edit func(lines []string) []string) {
		file := diag.NewFile(kind, []byte(strings.Join(edit(append([]string(nil), lines...)), "\n")))
		if v, errs := hlo.Parse(context.Background(), file); len(errs) == 0 {
			all = append(all, mutant{kind, v})
		}
	}
	for _, c := range m.Computations {
		for _, done := range c.Instructions {
			if !done.IsDone() || len(done.Operands) != 1 || !done.Operands[0].IsStart() {
				continue
			}
			start := done.Operands[0]
			at, from := done.Span().Place().Line-1, start.Span().Place().Line-1
			variant("no done", func(l []string) []string {
				before, _, _ := strings.Cut(l[at], "= ")
				l[at] = before + "= " + done.Shape.String() + ` custom-call(), custom_call_target="f"`
				return l
			})
			variant("second done", func(l []string) []string {
				again := strings.Replace(strings.Replace(l[at], "ROOT ", "", 1), done.String()+" =",
					"%again =", 1)
				return append(l[:at], append([]string{again}, l[at:]...)...)
			})
			variant("other start", func(l []string) []string {
				l[at] = strings.Replace(l[at], "("+start.String(), "("+start.Operands[0].String(), 1)
				return l
			})
			variant("another shape", func(l []string) []string {
				before, _, _ := strings.Cut(l[at], "= ")
				_, behind, _ := strings.Cut(l[at], done.Opcode+"(")
				l[at] = before + "= f64[77]{0} " + done.Opcode + "(" + behind
				return l
			})
			if m.Scheduled() {
				continue
			}
			variant("done first", func(l []string) []string {
				for i := range l {
					if strings.HasPrefix(l[i], "HloModule ") {
						l[i] += ", is_scheduled=true"
					}
				}
				l[at], l[from] = l[from], l[at]
				return l
			})
		}
	}
	return all
}

// TestWide verifies a computation that is called often, and one that calls many: time is proportional.
func TestWide(t *testing.T) {
	var b strings.Builder
	b.WriteString("HloModule wide\n\n%f {\n")
	for i := range 2000 {
		fmt.Fprintf(&b, "  %%p%d = f32[] parameter(%d)\n", i, i)
	}
	b.WriteString("  ROOT %r = f32[] negate(%p0)\n}\n\nENTRY %main {\n  %x = f32[] parameter(0)\n")
	args := strings.TrimSuffix(strings.Repeat("%x, ", 2000), ", ")
	for i := range 50 {
		fmt.Fprintf(&b, "  %%c%d = f32[] call(%s), to_apply=%%f\n", i, args)
	}
	b.WriteString("}\n")
	for _, d := range hlo.Verify(parse(t, b.String())) {
		t.Fatal(d)
	}
}
