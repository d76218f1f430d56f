package machine_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/ptx/machine"
)

// A waitGraph is threads of several blocks that set flags and wait for flags, each in its own order.
type waitGraph struct {
	blocks, threads int // threads per block
	acts            [][]flagAct
}

// flagAct sets a flag, or waits until it is set.
type flagAct struct {
	flag  int
	waits bool
	how   int
}

// waitForms are loops that wait for the flag at %y1 in register %r0; N stands for a number of the loop.
var waitForms = []string{
	"WN: ld.acquire.gpu.global.u32 %r0, [%y1]; setp.eq.u32 %p2, %r0, 0; @%p2 bra WN;",
	"WN: nanosleep.u32 20; ld.volatile.global.u32 %r0, [%y1]; setp.eq.u32 %p2, %r0, 0; @%p2 bra WN;",
	"WN: atom.global.or.b32 %r0, [%y1], 0; setp.eq.u32 %p2, %r0, 0; @!%p2 bra VN; bra.uni WN; VN:",
	"WN: atom.acquire.gpu.global.cas.b32 %r0, [%y1], 1, 1; setp.ne.u32 %p2, %r0, 1; @%p2 bra WN;",
	"bra VN; WN: nanosleep.u32 5; VN: ld.relaxed.gpu.global.u32 %r0, [%y1]; setp.ne.u32 %p2, %r0, 1; @%p2 " +
		"bra WN;",
}

func randomWaitGraph(r *rand.Rand) *waitGraph {
	x := &waitGraph{blocks: 1 + r.IntN(3), threads: []int{1, 2, 3, 33, 34, 64}[r.IntN(6)]}
	x.acts = make([][]flagAct, x.blocks*x.threads)
	flags := 1 + r.IntN(8)
	for f := range flags {
		if r.IntN(12) == 0 {
			continue // nobody sets it
		}
		n := r.IntN(len(x.acts))
		x.acts[n] = append(x.acts[n], flagAct{flag: f})
	}
	for range 1 + r.IntN(10) {
		n := r.IntN(len(x.acts))
		at := r.IntN(len(x.acts[n]) + 1)
		x.acts[n] = append(x.acts[n][:at:at], append([]flagAct{{r.IntN(flags), true, r.IntN(len(waitForms))}},
			x.acts[n][at:]...)...)
	}
	return x
}

// ends executes the graph in one order, which shows whether it ends in any: flags stay set.
func (x *waitGraph) ends() bool {
	set, at := map[int]bool{}, make([]int, len(x.acts))
	for progress := true; progress; {
		progress = false
		for n, acts := range x.acts {
			for at[n] < len(acts) && (!acts[at[n]].waits || set[acts[at[n]].flag]) {
				set[acts[at[n]].flag] = true
				at[n]++
				progress = true
			}
		}
	}
	for n := range at {
		if at[n] < len(x.acts[n]) {
			return false
		}
	}
	return true
}

// text is the body of a kernel that does it.
func (x *waitGraph) text() string {
	var b strings.Builder
	loops := 0
	b.WriteString("mov.u32 %r5, %ntid.x; mad.lo.u32 %r6, %b, %r5, %t;\n")
	for n, acts := range x.acts {
		if len(acts) == 0 {
			continue
		}
		fmt.Fprintf(&b, "setp.ne.u32 %%p3, %%r6, %d; @%%p3 bra N%d;\n", n, n)
		for _, a := range acts {
			fmt.Fprintf(&b, "add.u64 %%y1, %%flag, %d; ", 4*a.flag)
			if a.waits {
				b.WriteString(strings.NewReplacer("WN", fmt.Sprintf("W%d", loops), "VN",
					fmt.Sprintf("V%d", loops)).Replace(waitForms[a.how]) + "\n")
			} else {
				b.WriteString("st.release.gpu.global.u32 [%y1], 1;\n")
			}
			loops++
		}
		fmt.Fprintf(&b, "N%d:\n", n)
	}
	return b.String() + "bar.sync 0;"
}

// Threads that wait for each other's flags come to their ends wherever some order of execution lets them, and
// are a deadlock, without an exhausted limit, where none does.
func TestWaitGraphs(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 22))
	stuck := 0
	for range passtest.Programs(150) {
		x := randomWaitGraph(r)
		c := waitCase{name: "graph", body: x.text(), blocks: x.blocks, thread: x.threads}
		for _, mode := range []machine.Mode{machine.Late, machine.Random} {
			got, _, _ := launchWait(t, c, mode, r.Uint64())
			switch ends := x.ends(); {
			case ends && got != "":
				t.Fatalf("%v, mode %d: got\n%s", x.acts, mode, got)
			case !ends && !strings.Contains(got, "[ptx-deadlock]"):
				t.Fatalf("%v, mode %d: got %q, want a deadlock", x.acts, mode, got)
			case !ends:
				stuck++
			}
		}
	}
	if stuck == 0 {
		t.Error("no graph was a deadlock")
	}
}
