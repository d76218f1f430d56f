package streamtoasync_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/sim"
	"github.com/inflight-compiler/inflight/value"
)

// sharing writes a program whose functions hand resources and a timepoint on in globals. A function changes
// the memory behind the timepoint and sets that anew; the one whose number is wrong does not await it. The
// entry calls them in loops, conditions and blocks.
type sharing struct {
	b     strings.Builder
	r     *rand.Rand
	calls int
	wrong int
}

func (s *sharing) write() string {
	s.b.WriteString(`util.global private mutable @last : !stream.timepoint
util.global private mutable @front : !stream.resource<variable>
util.global private mutable @back : !stream.resource<variable>
util.initializer {
  %n = arith.constant 16 : index
  %c0 = arith.constant 0 : index
  %v = arith.constant 9 : i8
  %a, %t = stream.resource.alloca uninitialized : !stream.resource<variable>{%n} => !stream.timepoint
  %b, %u = stream.resource.alloca uninitialized await(%t) => !stream.resource<variable>{%n} => !stream.timepoint
  %w = stream.cmd.execute await(%u) => with(%a as %x: !stream.resource<variable>{%n}, %b as %y: !stream.resource<variable>{%n}) {
    stream.cmd.fill %v, %x[%c0 for %n] : i8 -> !stream.resource<variable>{%n}
    stream.cmd.fill %v, %y[%c0 for %n] : i8 -> !stream.resource<variable>{%n}
  } => !stream.timepoint
  util.global.store %a, @front : !stream.resource<variable>
  util.global.store %b, @back : !stream.resource<variable>
  util.global.store %w, @last : !stream.timepoint
  util.return
}
`)
	for i := range 4 {
		s.step(i)
	}
	s.b.WriteString(`util.func public @main(%out: !stream.resource<external>, %c: i1, %k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 16 : index
  util.call @step0() : () -> ()
`)
	for range 1 + s.r.IntN(4) {
		s.statement(3)
	}
	s.b.WriteString(`  %t = util.global.load @last : !stream.timepoint
  %a = util.global.load @front : !stream.resource<variable>
  %u = stream.cmd.execute await(%t) => with(%a as %x: !stream.resource<variable>{%n}, %out as %o: !stream.resource<external>{%n}) {
    stream.cmd.copy %x[%c0], %o[%c0], %n : !stream.resource<variable>{%n} -> !stream.resource<external>{%n}
  } => !stream.timepoint
  %r = stream.timepoint.await sync %u => %out : !stream.resource<external>{%n}
  util.return
}
`)
	return s.b.String()
}

// step writes a function that adds to the memory, and may let the two resources change places.
func (s *sharing) step(i int) {
	await := "await(%t) => "
	if i == s.wrong {
		await = ""
	}
	fmt.Fprintf(&s.b, `util.func private @step%d() {
  %%n = arith.constant 16 : index
  %%c0 = arith.constant 0 : index
  %%t = util.global.load @last : !stream.timepoint
  %%a = util.global.load @front : !stream.resource<variable>
  %%b = util.global.load @back : !stream.resource<variable>
  %%u = stream.cmd.execute %swith(%%a as %%x: !stream.resource<variable>{%%n}, %%b as %%y: !stream.resource<variable>{%%n}) {
    stream.cmd.dispatch @e::@f%d {
      rw %%x[%%c0 for %%n] : !stream.resource<variable>{%%n},
      rw %%y[%%c0 for %%n] : !stream.resource<variable>{%%n}
    }
  } => !stream.timepoint
  util.global.store %%u, @last : !stream.timepoint
`, i, await, i)
	if s.r.IntN(2) == 0 {
		s.b.WriteString("  util.global.store %b, @front : !stream.resource<variable>\n" +
			"  util.global.store %a, @back : !stream.resource<variable>\n")
	}
	s.b.WriteString("  util.return\n}\n")
}

// statement writes a call, a loop, a condition, or blocks.
func (s *sharing) statement(depth int) {
	kind := s.r.IntN(4)
	s.calls++
	switch {
	case kind == 1 && depth > 0:
		fmt.Fprintf(&s.b, "scf.for %%i%d = %%c0 to %%k step %%c1 {\n", s.calls)
		s.statement(depth - 1)
		s.b.WriteString("}\n")
	case kind == 2 && depth > 0:
		s.b.WriteString("scf.if %c {\n")
		s.statement(depth - 1)
		s.b.WriteString("} else {\n")
		s.statement(depth - 1)
		s.b.WriteString("}\n")
	case kind == 3 && depth == 3:
		id := s.calls
		fmt.Fprintf(&s.b, "cf.cond_br %%c, ^a%d, ^b%d\n^a%d:\n", id, id, id)
		s.statement(0)
		fmt.Fprintf(&s.b, "cf.br ^b%d\n^b%d:\n", id, id)
		s.statement(0)
	default:
		fmt.Fprintf(&s.b, "util.call @step%d() : () -> ()\n", s.r.IntN(4))
	}
}

// Functions that hand memory and its timepoint on in globals have no race, and compute in every order what
// they compute in order. A function that does not await the timepoint has one.
func TestPropertyGlobals(t *testing.T) {
	n := passtest.Programs(40)
	for i := range n {
		s := sharing{r: rand.New(rand.NewPCG(uint64(i), 71)), wrong: -1}
		source := s.write()
		after := passtest.Transform(t, passtest.Parse(t, source), "builtin.module(stream-to-async)")
		want, _ := passtest.Simulate(t, after, sim.Config{}, 3)
		for _, mode := range passtest.Modes {
			got, races := passtest.Simulate(t, after, mode, 3)
			if len(races) > 0 || !slices.EqualFunc(want, got, value.Value.Equal) {
				t.Fatalf("program %d, mode %v: %d races\n%s\n%s", i, mode.Mode, len(races), source,
					passtest.Print(after))
			}
		}
		s = sharing{r: rand.New(rand.NewPCG(uint64(i), 71))}
		after = passtest.Transform(t, passtest.Parse(t, s.write()), "builtin.module(stream-to-async)")
		if passtest.Clean(t, after, 3) {
			t.Fatalf("program %d: no race where @step0 does not await\n%s", i, passtest.Print(after))
		}
	}
}
