// Command growth measures how the time of Inflight's phases grows with programs: each family of bench/program
// at a size, at 4 and at 16 times that. It prints a table of Markdown; a cell has the milliseconds of the
// smallest program and, for the others, how many times longer than in proportion they take.
//
//	go run ./bench/growth [-n 500] [-runs 5]
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"time"

	"github.com/inflight-compiler/inflight"
	"github.com/inflight-compiler/inflight/bench/program"
	"github.com/inflight-compiler/inflight/check"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/pass"
	"github.com/inflight-compiler/inflight/sim"
	_ "github.com/inflight-compiler/inflight/transform/all"
)

// phase is something that is done with a program, and measured.
type phase struct {
	name string
	run  func(m *inflight.Module) error
}

var phases = []phase{
	{"check", func(m *inflight.Module) error { _, err := m.Check(context.Background(), check.Options{}); return err }},
	{"canonicalize", func(m *inflight.Module) error {
		p, err := pass.Parse("builtin.module(canonicalize)")
		if err != nil {
			return err
		}
		return (&pass.Manager{Pipeline: p}).Run(context.Background(), m.Op()).Err()
	}},
	{"simulate", simulate},
}

// simulate runs the program as late as its waits allow.
func simulate(m *inflight.Module) error {
	p, err := sim.Compile(m.Op(), "main")
	if err != nil {
		return err
	}
	c := m.Op().Context()
	b, err := sim.NewBuffer(c.MemRef([]int64{8}, c.I32, nil, nil), []int64{8})
	if err != nil {
		return err
	}
	_, err = p.Run(context.Background(), sim.Config{Mode: sim.Late, Hazards: true}, []sim.Value{sim.Memory(b)})
	return err
}

func main() {
	n := flag.Int("n", 500, "the smallest size")
	runs := flag.Int("runs", 5, "how often each is measured; the shortest time counts")
	flag.Parse()
	fmt.Println("| | parse and verify | check | canonicalize | simulate |\n|---|---|---|---|---|")
	for _, f := range program.Families {
		fmt.Printf("| %s", f.Name)
		for i := range 1 + len(phases) {
			fmt.Printf(" | %s", growth(f, i, *n, *runs))
		}
		fmt.Println(" |")
	}
}

// growth measures a phase, 0 being that of parsing, at three sizes.
func growth(f program.Family, i, n, runs int) string {
	var at [3]time.Duration
	for k, times := range []int{1, 4, 16} {
		for range runs {
			if d := measure(f, i, n*times); at[k] == 0 || d < at[k] {
				at[k] = d
			}
		}
	}
	ratio := func(k, times int) float64 { return float64(at[k]) / float64(at[0]) / float64(times) }
	return fmt.Sprintf("%.2f, %.2f, %.2f", float64(at[0].Microseconds())/1000, ratio(1, 4), ratio(2, 16))
}

// measure returns how long a phase takes.
func measure(f program.Family, i, n int) time.Duration {
	text := f.Text(n)
	start := time.Now()
	m, err := inflight.Parse(diag.NewFile("in.mlir", text))
	if i > 0 && err == nil {
		start = time.Now()
		err = phases[i-1].run(m)
	}
	if err != nil {
		log.Fatalf("%s of size %d: %v", f.Name, n, err)
	}
	return time.Since(start)
}
