package schedulestream_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/ir"
	_ "github.com/inflight-compiler/inflight/transform/task/asynctostream"
	"github.com/inflight-compiler/inflight/value"
)

const back = "builtin.module(async-to-stream)"

// Work that became tasks, and work again, has the same waits, computes the same in every order, and has the
// same races, in right programs and in those that lack a timepoint.
func TestPropertyRoundTrip(t *testing.T) {
	wrong := 0
	for i := range passtest.Programs(24) {
		r := rand.New(rand.NewPCG(uint64(i), 41))
		made := passtest.Transform(t, passtest.Parse(t, values(r)), scheduled)
		if i%2 == 1 && drop(r, made) {
			wrong++
		}
		first := passtest.Transform(t, made, tasks)
		again := passtest.Transform(t, first, back)
		second := passtest.Transform(t, passtest.Parse(t, passtest.Print(again)), tasks)
		if a, b := waits(first), waits(second); a != b {
			t.Fatalf("program %d: waits\n%s\nbecame\n%s\n%s", i, a, b, passtest.Print(again))
		}
		for _, mode := range passtest.Modes {
			want, races := passtest.Simulate(t, first, mode, 3)
			got, racesAgain := passtest.Simulate(t, second, mode, 3)
			if len(races) != len(racesAgain) || !slices.EqualFunc(want, got, value.Value.Equal) {
				t.Fatalf("program %d, mode %v: %d races became %d, results equal: %v\n%s", i, mode.Mode,
					len(races), len(racesAgain), slices.EqualFunc(want, got, value.Value.Equal),
					passtest.Print(again))
			}
		}
	}
	t.Logf("%d programs lack a timepoint", wrong)
}

// waits writes, for each task and wait in the order of the text, which tasks it starts behind or waits for.
func waits(m *ir.Op) string {
	var b strings.Builder
	number := map[*ir.Value]int{}
	for op := range m.Walk() {
		if !op.Is(async.Execute) && !op.Is(async.Await) {
			continue
		}
		depth := 0
		for around := range op.Ancestors() {
			if around.Is(async.Execute) {
				depth++
			}
		}
		fmt.Fprintf(&b, "%d %s", depth, op.Name())
		for _, v := range op.Operands() {
			fmt.Fprintf(&b, " %d", number[v])
		}
		b.WriteString("\n")
		if op.Is(async.Execute) {
			number[op.Result(0)] = len(number)
		}
	}
	return b.String()
}
