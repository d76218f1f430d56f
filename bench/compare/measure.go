package main

import (
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// usage is what one process used.
type usage struct {
	cpu, wall time.Duration // cpu is user and system time of all its threads
	memory    float64       // peak resident set in MB
	hidden    bool          // memory is not the command's, but this process's
}

func cpu(u usage) float64    { return float64(u.cpu) / float64(time.Millisecond) }
func wall(u usage) float64   { return float64(u.wall) / float64(time.Millisecond) }
func memory(u usage) float64 { return u.memory }

// measure runs a command. Its output goes to the null device.
func measure(args []string) (usage, error) {
	cmd := exec.Command(args[0], args[1:]...)
	start := time.Now()
	err := cmd.Run()
	elapsed := time.Since(start)
	if err != nil {
		return usage{}, fmt.Errorf("%v: %w", args, err)
	}
	state := cmd.ProcessState
	peak := state.SysUsage().(*syscall.Rusage).Maxrss
	return usage{
		cpu:    state.UserTime() + state.SystemTime(),
		wall:   elapsed,
		memory: float64(peak) * 1024 / 1e6,
		hidden: peak <= ownPeak(),
	}, nil
}

// ownPeak returns the peak memory of this process in KiB. Linux counts it for
// each process that this one starts, too: a child begins in its parent's memory.
// What Getrusage says here would be the peak of `go run`, for the same reason.
func ownPeak() int64 {
	status, _ := os.ReadFile("/proc/self/status")
	for line := range strings.Lines(string(status)) {
		if value, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			n, _ := strconv.ParseInt(strings.Fields(value)[0], 10, 64)
			return n
		}
	}
	return 0
}

// runs is what two commands used in the rounds on one program.
type runs struct{ a, b []usage }

// hidden reports whether the memory of the first command is not known.
func (r runs) hidden() bool { return slices.ContainsFunc(r.a, func(u usage) bool { return u.hidden }) }

// alternate runs two commands in turn, each first in every other round.
func alternate(rounds int, a, b []string) (r runs, err error) {
	for i := range rounds {
		order := [][]string{a, b}
		if i%2 == 1 {
			order = [][]string{b, a}
		}
		var used [2]usage
		for k, args := range order {
			if used[k], err = measure(args); err != nil {
				return r, err
			}
		}
		if i%2 == 1 {
			used[0], used[1] = used[1], used[0]
		}
		r.a, r.b = append(r.a, used[0]), append(r.b, used[1])
	}
	return r, nil
}

// row returns the medians of two commands over the programs, and the median of their ratios, with the range.
// What counts of one program is the median over its rounds.
func row(list []runs, of func(usage) float64, unit string) string {
	var as, bs, ratios []float64
	for _, r := range list {
		var x, y, ratio []float64
		for i := range r.a {
			x, y, ratio = append(x, of(r.a[i])), append(y, of(r.b[i])), append(ratio, of(r.a[i])/of(r.b[i]))
		}
		as, bs, ratios = append(as, median(x)), append(bs, median(y)), append(ratios, median(ratio))
	}
	return fmt.Sprintf("%.1f %s | %.1f %s | **%.2f** (%.2f to %.2f)",
		median(as), unit, median(bs), unit, median(ratios), slices.Min(ratios), slices.Max(ratios))
}

// median sorts list and returns its middle.
func median(list []float64) float64 {
	slices.Sort(list)
	n := len(list)
	return (list[(n-1)/2] + list[n/2]) / 2
}
