package schedulestream

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/pass"
)

// graph makes work in layers of a width. Each operation depends on up to three of the layer before and,
// rarely, on an earlier one.
func graph(r *rand.Rand, n, width, devices int) (kinds []int, before [][]int) {
	kinds, before = make([]int, n), make([][]int, n)
	for i := range n {
		kinds[i] = r.IntN(devices)
		layer := i / width * width
		set := map[int]bool{}
		for range r.IntN(4) {
			if layer > 0 {
				set[layer-width+r.IntN(width)] = true
			}
		}
		if layer > 0 && r.IntN(8) == 0 {
			set[r.IntN(layer)] = true
		}
		before[i] = sorted(set)
	}
	return kinds, before
}

// Parts have one affinity each, hold every operation once, start after earlier parts only, and no result is
// ready later than with a timepoint for each operation.
func TestPropertyNeverSlower(t *testing.T) {
	joined := 0
	n := passtest.Programs(400)
	for i := range n {
		r := rand.New(rand.NewPCG(uint64(i), 23))
		kinds, before := graph(r, 5+r.IntN(56), 1+r.IntN(8), 1+r.IntN(4))
		cost, works := make([]int, len(kinds)), make([]int, len(kinds))
		for k := range cost {
			works[k] = r.IntN(3)
		}
		costs := []int{1 + r.IntN(20), 1 + r.IntN(20), 1 + r.IntN(20)}
		for k := range cost {
			cost[k] = costs[works[k]]
		}
		parts := divide(kinds, works, before)
		joined += len(kinds) - len(parts)
		if err := wrong(kinds, before, cost, parts); err != "" {
			t.Fatalf("program %d: %s\n%v\n%v", i, err, kinds, before)
		}
	}
	t.Logf("%d operations share the timepoint of another in %d programs", joined, n)
	if joined < n {
		t.Errorf("only %d operations share a timepoint", joined)
	}
}

// wrong says what is wrong with parts, "" if nothing is.
func wrong(kinds []int, before [][]int, cost []int, parts []*part) string {
	ends := make([]int, len(kinds))
	for i, list := range before {
		for _, k := range list {
			ends[i] = max(ends[i], ends[k])
		}
		ends[i] += cost[i]
	}
	at, end := make([]int, len(kinds)), make([]int, len(parts))
	for i := range at {
		at[i] = -1
	}
	for p, part := range parts {
		time := 0
		for _, b := range part.before {
			if b >= p {
				return fmt.Sprintf("part %d starts after part %d", p, b)
			}
			time = max(time, end[b])
		}
		for _, wave := range part.waves {
			longest := 0
			for _, i := range wave {
				switch {
				case at[i] >= 0:
					return fmt.Sprintf("operation %d is in two parts", i)
				case kinds[i] != part.kind:
					return fmt.Sprintf("operation %d is on another device than its part", i)
				}
				at[i] = p
				longest = max(longest, cost[i])
			}
			time += longest
		}
		end[p] = time
	}
	return late(before, ends, at, end)
}

// late says which operation is in no part, or needs what is ready later than with timepoints of its own.
func late(before [][]int, ends, at, end []int) string {
	for i, list := range before {
		if at[i] < 0 {
			return fmt.Sprintf("operation %d is in no part", i)
		}
		for _, k := range list {
			if at[k] > at[i] {
				return fmt.Sprintf("operation %d is in front of %d", i, k)
			}
		}
	}
	total, whole := 0, 0
	for _, e := range ends {
		total = max(total, e)
	}
	for _, e := range end {
		whole = max(whole, e)
	}
	if whole > total {
		return fmt.Sprintf("takes %d, and %d with a timepoint for each operation", whole, total)
	}
	return ""
}

// BenchmarkSchedule runs the pass on random graphs of dispatches on four devices, up to 1,000 side by side,
// of five seeds per width. It reports the longest run and the median.
func BenchmarkSchedule(b *testing.B) {
	p, err := pass.Parse("builtin.module(schedule-stream)")
	if err != nil {
		b.Fatal(err)
	}
	for _, n := range []int{1000, 10000} {
		for _, width := range []int{1, 3, 10, 30, 100, 300, 1000} {
			b.Run(fmt.Sprintf("%d/%d", n, width), func(b *testing.B) {
				var times, busy []time.Duration
				for b.Loop() {
					for seed := range 5 {
						r := rand.New(rand.NewPCG(uint64(seed), uint64(width)))
						m := passtest.Parse(b, dispatches(graph(r, n, width, 4)))
						start, used := time.Now(), processorTime(b)
						diags := (&pass.Manager{Pipeline: p, Verify: pass.VerifyNever}).Run(b.Context(), m)
						times = append(times, time.Since(start))
						busy = append(busy, processorTime(b)-used)
						if diags.HasErrors() {
							b.Fatal(diags)
						}
					}
				}
				for unit, list := range map[string][]time.Duration{"ms": times, "cpu-ms": busy} {
					slices.Sort(list)
					b.ReportMetric(list[len(list)-1].Seconds()*1000, "worst-"+unit)
					b.ReportMetric(list[len(list)/2].Seconds()*1000, "median-"+unit)
				}
			})
		}
	}
}

// processorTime returns the processor time that this process has used, on all processors together.
func processorTime(b *testing.B) time.Duration {
	b.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// dispatches writes a program whose dispatches depend on each other as a graph says.
func dispatches(kinds []int, before [][]int) string {
	const typ = "!stream.resource<transient>{%n}"
	var b strings.Builder
	b.WriteString("util.func public @f(%n: index) {\n%c0 = arith.constant 0 : index\n")
	for i, list := range before {
		var args, types []string
		for _, k := range list {
			args = append(args, fmt.Sprintf("%%r%d[%%c0 to %%n for %%n]", k))
			types = append(types, typ)
		}
		fmt.Fprintf(&b,
			"%%r%d = stream.async.dispatch on(#hal.device.affinity<@d%d>) @e::@f%d(%s) : (%s) -> %s\n",
			i, kinds[i], i%5, strings.Join(args, ", "), strings.Join(types, ", "), typ)
	}
	b.WriteString("util.return\n}\n")
	return b.String()
}

// Chains side by side on one device are one part if their work is the same, and several if it is not: a wave
// would wait for the longer work of another chain.
func TestChainsSideBySide(t *testing.T) {
	before := [][]int{{}, {}, {0}, {1}, {2}, {3}}
	same := divide(make([]int, 6), []int{0, 0, 1, 1, 2, 2}, before)
	if len(same) != 1 || fmt.Sprint(same[0].waves) != "[[0 1] [2 3] [4 5]]" {
		t.Errorf("%d parts of chains of the same work", len(same))
	}
	if others := divide(make([]int, 6), []int{0, 0, 1, 2, 2, 1}, before); len(others) != 2 {
		t.Errorf("%d parts of chains of different work, want 2", len(others))
	}
}
