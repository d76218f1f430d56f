package airtoasync_test

import (
	"encoding/binary"
	"math/rand/v2"
	"testing"

	"github.com/inflight-compiler/inflight/check"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/randair"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/sim"
	_ "github.com/inflight-compiler/inflight/transform/sync/elideredundantwaits"
	"github.com/inflight-compiler/inflight/value"
)

// program returns what the pass makes of a program, which it must accept.
func program(t *testing.T, source string) *ir.Op {
	t.Helper()
	return passtest.Transform(t, passtest.Parse(t, source), "builtin.module(air-to-async)")
}

// hazards returns how many hazards the judge finds, and that it was able to judge everything.
func hazards(t *testing.T, m *ir.Op) int {
	t.Helper()
	r, err := check.Module(t.Context(), m, check.Options{})
	if err != nil || !r.Complete {
		t.Fatalf("%v, complete: %v\n%s", err, r != nil && r.Complete, passtest.Print(m))
	}
	n := 0
	for _, f := range r.Functions {
		n += len(f.Hazards)
	}
	return n
}

func elements(v value.Value) (list [randair.Elements]int32) {
	for i := range list {
		list[i] = int32(binary.LittleEndian.Uint32(v.Buffer.Data[4*i:]))
	}
	return list
}

// want returns what a program computes from what passtest.Simulate begins with.
func want(p *randair.Program) [randair.Buffers][randair.Elements]int32 {
	var begin [randair.Buffers][randair.Elements]int32
	for b := range begin {
		for i := range begin[b] {
			var word [4]byte
			for k := range word {
				word[k] = byte(7*(4*i+k) + b)
			}
			begin[b][i] = int32(binary.LittleEndian.Uint32(word[:]))
		}
	}
	return p.Results(begin)
}

// Right programs have no hazard, and compute in every order what they compute one operation after the other;
// also without the tokens that elide-redundant-waits removes.
func TestPropertyRightPrograms(t *testing.T) {
	removed := 0
	for i := range passtest.Programs(60) {
		p := randair.New(rand.New(rand.NewPCG(uint64(i), 29)), 4+i%9)
		source := p.Text()
		elided := passtest.Print(passtest.Transform(t, passtest.Parse(t, source),
			"builtin.module(elide-redundant-waits)"))
		if elided != passtest.Print(passtest.Parse(t, source)) {
			removed++
		}
		for _, text := range []string{source, elided} {
			m := program(t, text)
			if n := hazards(t, m); n > 0 {
				t.Fatalf("program %d: %d hazards\n%s", i, n, text)
			}
			for _, mode := range passtest.Modes {
				memory, found := passtest.Simulate(t, m, mode, 0)
				if len(found) > 0 {
					t.Fatalf("program %d, %v: %v\n%s", i, mode.Mode, found[0].Diagnostic(), text)
				}
				for b, v := range memory {
					if elements(v) != want(p)[b] {
						t.Fatalf("program %d, %v: buffer %d is %v, not %v\n%s", i, mode.Mode, b, elements(v),
							want(p)[b],
							text)
					}
				}
			}
		}
	}
	if removed < passtest.Programs(60)/4 {
		t.Errorf("tokens were removed from %d programs only", removed)
	}
}

// With one token less a program has a hazard if, and only if, two accesses have no order then: for the judge,
// and for the simulator.
func TestPropertyEveryTokenIsFoundOrNeedless(t *testing.T) {
	wrong, needless := 0, 0
	for i := range passtest.Programs(40) {
		p := randair.New(rand.New(rand.NewPCG(uint64(i), 31)), 4+i%6)
		for n := 0; ; n++ {
			less, ok := p.Without(n)
			if !ok {
				break
			}
			m := program(t, less.Text())
			first, second, bad := less.Unordered()
			if found := hazards(t, m); found > 0 != bad {
				t.Fatalf("program %d without token %d: %d hazards; unordered: %v, %d and %d\n%s", i, n, found,
					bad, first,
					second, less.Text())
			}
			if _, found := passtest.Simulate(t, m, sim.Config{Mode: sim.Late}, 0); len(found) > 0 != bad {
				t.Fatalf("program %d without token %d: sim finds %d hazards; unordered: %v\n%s", i, n,
					len(found), bad,
					less.Text())
			}
			if bad {
				wrong++
			} else {
				needless++
			}
		}
	}
	t.Logf("%d tokens are needed, %d are not", wrong, needless)
	if n := passtest.Programs(40); wrong < n/2 || needless < n/4 {
		t.Errorf("%d tokens are needed, %d are not", wrong, needless)
	}
}

// All schedules of small programs, of right ones and with one token less, have the verdict of the judge.
func TestPropertyAllSchedules(t *testing.T) {
	for i := range passtest.Programs(200) {
		p := randair.New(rand.New(rand.NewPCG(uint64(i), 37)), 3)
		if less, ok := p.Without(0); ok && i%2 == 0 {
			p = less
		}
		m := program(t, p.Text())
		_, found := passtest.Simulate(t, m,
			sim.Config{Mode: sim.Exhaustive, Limits: sim.Limits{Schedules: 200}}, 0)
		if n := hazards(t, m); n > 0 != (len(found) > 0) {
			t.Fatalf("program %d: %d hazards, in all schedules %d\n%s", i, n, len(found), p.Text())
		}
	}
}
