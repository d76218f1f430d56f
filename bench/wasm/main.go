// Command wasm measures compiled kernels: an engine of Inflight beside the same loops compiled by clang 22,
// with -O3 alone and with -march=native, by Go, and for products of matrices beside code that is tiled by
// hand and OpenBLAS (if libopenblas.so.0 is there). All run in turn on one thread, in seconds of processor
// time; it prints the medians of their ratios as Markdown, and the ratio of the least times to what the goal
// is set against: that differs least between runs where others use the machine.
//
//	go run ./bench/wasm [-rounds N] [-only WORD] [-engine NAME] [-seconds S]
//
// src has the kernels: plain loops in MLIR, and kernels.c. Linux only, with LLVM 22's clang.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
)

func main() {
	b := &bench{}
	flag.IntVar(&b.rounds, "rounds", 15, "how often each is measured")
	flag.StringVar(&b.only, "only", "", "only kernels whose names contain this")
	flag.StringVar(&b.engine, "engine", "wasm", "the engine to measure")
	flag.Float64Var(&b.enough, "seconds", 0.2,
		"how long a measurement is to take, so that what else a call costs hardly counts")
	flag.Parse()
	pin()
	if err := b.run(); err != nil {
		fmt.Fprintln(os.Stderr, "wasm:", err)
		os.Exit(1)
	}
}

// pin starts the command again on one processor, where taskset is there: processor time is that of all
// threads, and those of Go which look for work on idle processors use it up. The programs that it is compared
// with inherit the processor.
func pin() {
	const pinned = "INFLIGHT_BENCH_PINNED"
	taskset, err := exec.LookPath("taskset")
	if err != nil || os.Getenv(pinned) != "" {
		return
	}
	self, err := os.Executable()
	if err != nil {
		return
	}
	// If it returns, the command goes on as it is.
	_ = syscall.Exec(taskset, append([]string{taskset, "-c", "0", self}, os.Args[1:]...),
		append(os.Environ(), pinned+"=1"))
}

// bench is one run of the command.
type bench struct {
	rounds       int
	enough       float64
	only, engine string
}

func (b *bench) run() error {
	c, err := startPrograms()
	if err != nil {
		return err
	}
	defer c.stop()
	fmt.Printf("Speed of %s as a multiple of the reference's, medians of %d rounds\n\n", b.engine, b.rounds)
	fmt.Println(
		"| kernel | median | clang -O3 | -march=native | Go | tiled by hand | OpenBLAS | goal | by least " +
			"times |")
	fmt.Println("|---|---|---|---|---|---|---|---|---|")
	for _, k := range kernels {
		if !strings.Contains(k.name, b.only) {
			continue
		}
		if err := b.compare(k, c); err != nil {
			return fmt.Errorf("%s %d: %w", k.name, k.n, err)
		}
	}
	return nil
}

// compare measures a kernel on all that there is for it, in turn, and prints a line of the table.
func (b *bench) compare(k kernel, c *programs) error {
	ours, err := prepare(b.engine, k)
	if err != nil {
		return err
	}
	if err := ours.check(); err != nil {
		return err
	}
	measures := map[string]func(rounds int) (float64, error){"": ours.measure, "Go": ours.measureGo}
	for _, name := range k.references() {
		if name != "Go" {
			measures[name] = func(rounds int) (float64, error) { return c.measure(name, k, rounds) }
		}
	}
	times := map[string][]float64{}
	for range b.rounds + 1 {
		for _, name := range append([]string{""}, k.references()...) {
			t, err := b.perRound(measures[name], times[name])
			if err != nil {
				return err
			}
			times[name] = append(times[name], t)
		}
	}
	for name := range times { // the first says how many rounds there are to be
		times[name] = times[name][1:]
	}
	k.print(times)
	return nil
}

// perRound measures as many rounds as take long enough, and returns the seconds of one. before are earlier
// results.
func (b *bench) perRound(measure func(rounds int) (float64, error), before []float64) (float64, error) {
	rounds := 1
	if len(before) > 0 {
		rounds = min(1000, max(1, int(b.enough/slices.Min(before))))
	}
	t, err := measure(rounds)
	return t / float64(rounds), err
}

// print prints the line of a kernel: how many times as fast we are as each reference.
func (k kernel) print(times map[string][]float64) {
	fmt.Printf("| %s %d | %.2f %s |", k.name, k.n, k.work/median(times[""])/1e9, k.unit)
	for _, name := range []string{"O3", "native", "Go", "tiled", "OpenBLAS"} {
		ratios := make([]float64, 0, len(times[name]))
		for i, t := range times[name] {
			if t > 0 {
				ratios = append(ratios, t/times[""][i])
			}
		}
		if len(ratios) == 0 {
			fmt.Print(" |")
			continue
		}
		fmt.Printf(" %.2f |", median(ratios))
	}
	fmt.Printf(" %.2f of %s | %.2f |\n", k.goal, k.against,
		slices.Min(times[k.against])/slices.Min(times[""]))
}

func median(v []float64) float64 {
	v = slices.Sorted(slices.Values(v))
	return v[len(v)/2]
}
