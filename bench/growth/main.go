// Command growth measures how the time of Inflight's phases grows with programs: each family of bench/program
// at a size, at 4 and at 16 times that. It prints a table of Markdown; a cell has the milliseconds of the
// smallest program and, for the others, how many times longer than in proportion they take.
//
// Time is what all threads of the process compute, as the kernel accounts it (user time), because other work
// on the machine disturbs that less than the clock. It has the garbage collector's share, which grows with
// the heap; flag -gc=false leaves the collector off.
//
//	go run ./bench/growth [-n 500] [-runs 5] [-gc=false] [-only FAMILY]
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"log"
	"runtime"
	"runtime/debug"
	"strings"
	"syscall"
	"time"

	"github.com/inflight-compiler/inflight"
	"github.com/inflight-compiler/inflight/bench/program"
	"github.com/inflight-compiler/inflight/check"
	"github.com/inflight-compiler/inflight/config"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/exec/wasm"
	"github.com/inflight-compiler/inflight/pass"
	"github.com/inflight-compiler/inflight/sim"
	_ "github.com/inflight-compiler/inflight/transform/all"
	"github.com/inflight-compiler/inflight/value"
)

// phase is something that is done with a program, and measured.
type phase struct {
	name string
	run  func(m *inflight.Module) error
}

var phases = []phase{
	{"check", func(m *inflight.Module) error {
		_, err := m.Check(context.Background(), check.Options{})
		return err
	}},
	{"verdicts", verdicts},
	{"canonicalize", func(m *inflight.Module) error {
		p, err := pass.Parse("builtin.module(canonicalize)")
		if err != nil {
			return err
		}
		return (&pass.Manager{Pipeline: p}).Run(context.Background(), m.Op()).Err()
	}},
	{"simulate", simulate},
	{"compile to WebAssembly and that to machine code", func(m *inflight.Module) error {
		p, err := wasm.Compile(context.Background(), m.Op(), "main", config.Code{})
		if err != nil {
			return err
		}
		return p.Close()
	}},
}

// verdicts pipelines a program, judges its waits and writes what was found.
func verdicts(m *inflight.Module) error {
	piped, err := m.Pipeline(context.Background())
	if err != nil {
		return err
	}
	report, err := piped.Check(context.Background(), check.Options{})
	if err != nil {
		return err
	}
	return report.WriteText(io.Discard)
}

// simulate runs the program as late as its waits allow.
func simulate(m *inflight.Module) error {
	p, err := sim.Compile(m.Op(), "main")
	if err != nil {
		return err
	}
	c := m.Op().Context()
	b, err := value.NewBuffer(c.MemRef([]int64{8}, c.I32, nil, nil), []int64{8})
	if err != nil {
		return err
	}
	_, err = p.Run(context.Background(), sim.Config{Mode: sim.Late, Hazards: true},
		[]value.Value{value.Memory(b)})
	return err
}

func main() {
	n := flag.Int("n", 500, "the smallest size")
	runs := flag.Int("runs", 5, "how often each is measured; the shortest time counts")
	collect := flag.Bool("gc", true, "with the garbage collector")
	only := flag.String("only", "", "a family, or all")
	flag.Parse()
	if !*collect {
		debug.SetGCPercent(-1)
	}
	fmt.Print("| | parse and verify")
	for _, p := range phases {
		fmt.Printf(" | %s", p.name)
	}
	fmt.Println(" |\n|---" + strings.Repeat("|---", 1+len(phases)) + "|")
	for _, f := range program.Families {
		if *only != "" && *only != f.Name {
			continue
		}
		fmt.Printf("| %s", f.Name)
		for i := range 1 + len(phases) {
			fmt.Printf(" | %s", growth(f, i, *n, *runs))
		}
		fmt.Println(" |")
	}
}

// growth measures a phase, 0 being that of parsing, at three sizes, if it takes such programs.
func growth(f program.Family, i, n, runs int) string {
	if _, err := measure(f, i, 1); err != nil {
		return "refused"
	}
	var at [3]time.Duration
	for k, times := range []int{1, 4, 16} {
		for range runs {
			d, err := measure(f, i, n*times)
			if err != nil {
				log.Fatalf("%s of size %d: %v", f.Name, n*times, err)
			}
			if at[k] == 0 || d < at[k] {
				at[k] = d
			}
		}
	}
	ratio := func(k, times int) float64 { return float64(at[k]) / float64(at[0]) / float64(times) }
	return fmt.Sprintf("%.2f, %.2f, %.2f", float64(at[0].Microseconds())/1000, ratio(1, 4), ratio(2, 16))
}

// leastTime is how long a phase is repeated for, so that the kernel's account of its time is not too coarse.
const leastTime = 20 * time.Millisecond

// measure returns how long a phase takes: the mean of as many programs as take leastTime together.
func measure(f program.Family, i, n int) (time.Duration, error) {
	text := f.Text(n)
	runtime.GC() // what was there before is not this phase's
	var total time.Duration
	times := time.Duration(0)
	for ; total < leastTime; times++ {
		start := computed()
		m, err := inflight.Parse(diag.NewFile("in.mlir", text))
		if i > 0 && err == nil {
			start = computed()
			err = phases[i-1].run(m)
		}
		if err != nil {
			return 0, err
		}
		total += computed() - start
	}
	return total / times, nil
}

// computed returns how long the threads of the process have computed so far.
func computed() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		log.Fatal(err)
	}
	return time.Duration(used.Utime.Nano())
}
