package schedulestream_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/dialect/stream"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/sim"
	_ "github.com/inflight-compiler/inflight/transform/import/streamtoasync"
	_ "github.com/inflight-compiler/inflight/transform/sync/elideredundantwaits"
	"github.com/inflight-compiler/inflight/value"
)

const (
	tasks     = "builtin.module(stream-to-async)"
	scheduled = "builtin.module(schedule-stream,elide-redundant-waits)"
)

// Scheduled work has no race, and computes in every order what the same work computes in the order of its
// text.
func TestPropertyMeaning(t *testing.T) {
	n := passtest.Programs(40)
	for i := range n {
		source := values(rand.New(rand.NewPCG(uint64(i), 31)))
		before := passtest.Parse(t, source)
		want, _ := passtest.Simulate(t, passtest.Transform(t, before, tasks), sim.Config{}, 3)
		made := passtest.Transform(t, before, scheduled)
		after := passtest.Transform(t, made, tasks)
		for _, mode := range passtest.Modes {
			got, hazards := passtest.Simulate(t, after, mode, 3)
			if len(hazards) > 0 || !slices.EqualFunc(want, got, value.Value.Equal) {
				t.Fatalf("program %d, mode %v: %d hazards\n%s\n%s", i, mode.Mode, len(hazards), source,
					passtest.Print(made))
			}
		}
	}
}

// A timepoint that work no longer awaits is a race. One that orders accesses to different ranges is none.
func TestPropertyMissingTimepoint(t *testing.T) {
	found, tried := 0, 0
	n := passtest.Programs(30)
	for i := range n {
		r := rand.New(rand.NewPCG(uint64(i), 37))
		made := passtest.Transform(t, passtest.Parse(t, values(r)), scheduled)
		if !drop(r, made) {
			continue
		}
		tried++
		if !passtest.Clean(t, passtest.Transform(t, made, tasks), 3) {
			found++
		}
	}
	t.Logf("%d of %d missing timepoints found", found, tried)
	if tried < n/3 || found*10 < tried*8 {
		t.Errorf("%d of %d missing timepoints found", found, tried)
	}
}

// drop removes a timepoint that work awaits, or an operand of a join.
func drop(r *rand.Rand, m *ir.Op) bool {
	var list []func()
	for op := range m.Walk() {
		switch {
		case op.Is(stream.AsyncExecute) && len(stream.AwaitTimepoints(op)) == 1:
			list = append(list, func() { op.EraseSegmentOperand(op.NumOperands() - 1) })
		case op.Is(stream.TimepointJoin) && op.NumOperands() > 1:
			list = append(list, func() { op.EraseOperand(r.IntN(op.NumOperands())) })
		}
	}
	if len(list) == 0 {
		return false
	}
	list[r.IntN(len(list))]()
	return true
}

// values writes 5 to 60 operations on values of 8 bytes, on 1 to 4 devices. What is left at the end is put
// into the argument.
func values(r *rand.Rand) string {
	w := &writer{r: r, devices: 1 + r.IntN(4)}
	w.b.WriteString(
		"util.func public @main(%out: !stream.resource<external>) -> !stream.resource<external> {\n")
	for _, n := range []int{0, 4, 8} {
		fmt.Fprintf(&w.b, "  %%c%d = arith.constant %d : index\n", n, n)
	}
	for i := range 60 {
		fmt.Fprintf(&w.b, "  %%v%d = arith.constant %d : i8\n", i, i)
		fmt.Fprintf(&w.b, "  %%at%d = arith.constant %d : index\n", i, 8*i)
	}
	w.b.WriteString("  %end = arith.constant 480 : index\n")
	for range 5 + r.IntN(56) {
		w.operation()
	}
	last := w.live[max(0, len(w.live)-8):]
	out := "%out"
	for i, v := range last {
		fmt.Fprintf(&w.b,
			"  %%o%d = stream.async.update %s%s, %s[%%at%d to %%at%d] : !stream.resource<transient>{%%c8} "+
				"-> %s as !stream.resource<external>{%%end}\n", i, w.on(), v, out, i, i+1, out)
		out = fmt.Sprintf("%%o%d", i)
	}
	fmt.Fprintf(&w.b, "  util.return %s : !stream.resource<external>\n}\n", out)
	return w.b.String()
}

type writer struct {
	b       strings.Builder
	r       *rand.Rand
	devices int
	live    []string
	made    int
}

func (w *writer) on() string {
	return fmt.Sprintf("on(#hal.device.affinity<@d%d>) ", w.r.IntN(w.devices))
}

func (w *writer) any() string { return w.live[w.r.IntN(len(w.live))] }

const typ = "!stream.resource<transient>{%c8}"

// operation writes an operation on values that are there.
func (w *writer) operation() {
	name := fmt.Sprintf("%%r%d", w.made)
	kind := w.r.IntN(7)
	if len(w.live) == 0 {
		kind = 0
	}
	line := ""
	switch kind {
	case 0:
		line = fmt.Sprintf("stream.async.splat %s%%v%d : i8 -> %s", w.on(), w.made, typ)
	case 1:
		line = fmt.Sprintf("stream.async.clone %s%s : %s -> %s", w.on(), w.any(), typ, typ)
	case 2:
		a := w.any()
		line = fmt.Sprintf("stream.async.fill %s%%v%d, %s[%%c4 to %%c8 for %%c4] : i8 -> %s as %s", w.on(),
			w.made, a, a,
			typ)
	case 3:
		a, b := w.any(), w.any()
		if a == b {
			return
		}
		line = fmt.Sprintf("stream.async.copy %s%s[%%c0 to %%c4], %s[%%c4 to %%c8], %%c4 : %s -> %s as %s",
			w.on(), a, b,
			typ, b, typ)
	default:
		line = w.dispatch(kind)
	}
	fmt.Fprintf(&w.b, "  %s = %s\n", name, line)
	w.live = append(w.live, name)
	w.made++
}

// dispatch writes a dispatch of up to three values, of which the first may be changed in place.
func (w *writer) dispatch(kind int) string {
	var args, types []string
	seen := map[string]bool{}
	for range 1 + w.r.IntN(3) {
		v := w.any()
		if !seen[v] {
			seen[v] = true
			args, types = append(args, v+"[%c0 to %c8 for %c8]"), append(types, typ)
		}
	}
	result := typ
	if kind == 4 {
		first, _, _ := strings.Cut(args[0], "[")
		result = first + "{%c8}"
	}
	return fmt.Sprintf("stream.async.dispatch %s@e::@f%d(%s) : (%s) -> %s", w.on(), w.made,
		strings.Join(args, ", "),
		strings.Join(types, ", "), result)
}
