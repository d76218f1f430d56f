package all_test

import (
	"fmt"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	dialects "github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/internal/race"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
	"github.com/inflight-compiler/inflight/pass"
)

// notLinear are the passes that allocate more than in proportion to a program that grows in one way, with
// the reason. That of gpu-async-region is in what it makes. That of form-async-regions is in how it
// searches: of what it allocates for its example 32 times, four fifths are for dependences that keep to
// the memory budget (7, 64 and 254 of them in 8, 16 and 32 times the example), and the rest is for merges
// and splits, which are no longer judged in a block of more than 300 operations.
var notLinear = map[string]string{
	"form-async-regions/long functions": "a block is simulated as a whole for each plan that is tried",
	"gpu-async-region/long functions": "an operation may have to start after any number of others, and " +
		"gets their tokens",
}

// growing are the ways in which the example of a pass grows. They return nil if it cannot grow in that way.
var growing = []struct {
	name string
	make func(t *testing.T, p *pass.Pass, n int) *ir.Op
}{
	{"more functions", func(t *testing.T, p *pass.Pass, n int) *ir.Op {
		return parsed(t, p, repeated(p.Before, n))
	}},
	{"long functions", func(t *testing.T, p *pass.Pass, n int) *ir.Op {
		program := parsed(t, p, p.Before)
		if !lengthen(program, n) {
			return nil
		}
		return program
	}},
}

func parsed(t *testing.T, p *pass.Pass, source string) *ir.Op {
	t.Helper()
	program, diags := text.Parse(dialects.NewContext(), diag.NewFile(p.Name, []byte(source)), text.Options{})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	return program
}

var (
	names   = regexp.MustCompile(`[@#!][a-zA-Z_]\w*`)
	defines = regexp.MustCompile(`(?m)(?:func|global|gpu\.module|symbol|llvm\.\w+)\b.* (@\w+)|^([#!]\w+) =`)
)

// repeated returns a program n times, each time with other names of what it defines.
func repeated(source string, n int) string {
	defined := map[string]bool{}
	for _, found := range defines.FindAllStringSubmatch(source, -1) {
		defined[found[1]+found[2]] = true
	}
	var b strings.Builder
	for i := range n {
		b.WriteString(names.ReplaceAllStringFunc(source, func(name string) string {
			if !defined[name] {
				return name
			}
			return fmt.Sprintf("%s_%d", name, i)
		}))
	}
	return b.String()
}

// lengthen repeats what stands in functions of one block n times, and reports whether there is anything.
func lengthen(program *ir.Op, n int) (found bool) {
	for fn := range program.Walk() {
		if fn.NumRegions() != 1 || !strings.HasSuffix(fn.Name(), ".func") || len(fn.Region(0).Blocks()) != 1 {
			continue
		}
		last := fn.Body().Last()
		var ops []*ir.Op
		for op := fn.Body().First(); op != last; op = op.Next() {
			ops = append(ops, op)
		}
		found = found || len(ops) > 0
		for range n - 1 {
			m := ir.NewMapping()
			for _, op := range ops {
				fn.Body().InsertBefore(op.Clone(m), last)
			}
		}
	}
	return found
}

// spent is what a pass takes.
type spent struct{ allocations, bytes float64 }

// spend runs a pass as its example says and returns what that took.
func spend(t *testing.T, p *pass.Pass, program *ir.Op) spent {
	t.Helper()
	if diags := ir.Verify(program); diags.HasErrors() {
		t.Fatal(diags)
	}
	line := p.Name + "{" + p.ExampleOptions + "}"
	switch p.Anchor {
	case "", "builtin.module":
	default:
		line = p.Anchor + "(" + line + ")"
	}
	pipeline, err := pass.Parse("builtin.module(" + line + ")")
	if err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	diags := (&pass.Manager{Pipeline: pipeline, Verify: pass.VerifyNever}).Run(t.Context(), program)
	runtime.ReadMemStats(&after)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	return spent{float64(after.Mallocs - before.Mallocs), float64(after.TotalAlloc - before.TotalAlloc)}
}

// growth returns how many times as much the second is as the first.
func growth(one, n spent) spent {
	return spent{n.allocations / one.allocations, n.bytes / one.bytes}
}

// tooFast reports that a program which is so many times as large takes more than its share.
func (grows spent) tooFast(times int) bool {
	return grows.allocations > 1.3*float64(times) || grows.bytes > 2*float64(times)
}

// What each registered pass allocates grows at most 1.3 times as fast as its example, from a size to 4 and 16
// times as much: by more functions, and by functions that are longer. Bytes may grow twice as fast: slices
// and maps have room for more. A garbage collection while the pass runs empties pools (sync.Pool), which the
// pass then fills again: the test therefore repeats what seems to grow too fast.
func TestPassesGrowLinearly(t *testing.T) {
	race.Skip(t, "programs that are larger are not more goroutines")
	const base = 8
	for _, p := range pass.All() {
		for _, way := range growing {
			name := p.Name + "/" + way.name
			if notLinear[name] != "" {
				continue
			}
			t.Run(name, func(t *testing.T) {
				program := way.make(t, p, base)
				if program == nil {
					t.Skip("no function of one block")
				}
				spend(t, p, program) // what is made once in a process
				one := spend(t, p, way.make(t, p, base))
				for _, times := range []int{4, 16} {
					grows := growth(one, spend(t, p, way.make(t, p, base*times)))
					for try := 0; grows.tooFast(times) && try < 3; try++ {
						grows = growth(one, spend(t, p, way.make(t, p, base*times)))
					}
					if grows.tooFast(times) {
						t.Errorf("%d times as large takes %.1f times the allocations, %.1f times the bytes",
							times, grows.allocations, grows.bytes)
					}
				}
			})
		}
	}
}
