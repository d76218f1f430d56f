// Command hlo measures how long XLA's schedules take here: random modules of HLO, narrow and wide, from seeds
// that nobody has seen, are parsed and verified, judged, timed on a machine, and given a better order. It
// prints a table of Markdown: for each size and phase the median and the worst time in seconds over seeds and
// widths. Time is what all threads of the process compute, as the kernel accounts it. Of several runs on one
// module the least time of each phase counts.
//
//	go run ./bench/hlo [-sizes 1000,10000,100000] [-widths 1,10,...] [-seeds 3] [-first SEED] [-runs 1] [-profile FILE]
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"log"
	"math"
	"math/rand/v2"
	"os"
	"runtime"
	"runtime/pprof"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/frontend/hlo"
	"github.com/inflight-compiler/inflight/frontend/hlo/cost"
	"github.com/inflight-compiler/inflight/frontend/hlo/judge"
	"github.com/inflight-compiler/inflight/frontend/hlo/latencyhiding"
	"github.com/inflight-compiler/inflight/frontend/hlo/timing"
	"github.com/inflight-compiler/inflight/internal/randhlo"
	"github.com/inflight-compiler/inflight/machine"
)

// phases are what is measured.
var phases = []string{"parse and verify", "check", "time", "schedule"}

func main() {
	sizes := flag.String("sizes", "1000,10000,100000", "numbers of instructions")
	seeds := flag.Int("seeds", 3, "modules of each size and width")
	first := flag.Uint64("first", uint64(time.Now().UnixNano())%1e9, "the first seed")
	widths := flag.String("widths", "1,10,100,1000,100000",
		"numbers of the last values that an operand is drawn from")
	runs := flag.Int("runs", 1, "runs on each module")
	profile := flag.String("profile", "", "write a profile of the processor time to `FILE`")
	flag.Parse()
	if *profile != "" {
		f, err := os.Create(*profile)
		if err != nil {
			log.Fatal(err)
		}
		if err := pprof.StartCPUProfile(f); err != nil {
			log.Fatal(err)
		}
		defer pprof.StopCPUProfile()
	}
	if err := run(os.Stdout, *sizes, *widths, *seeds, *first, *runs); err != nil {
		log.Fatal(err)
	}
}

func run(w io.Writer, sizes, widths string, seeds int, first uint64, runs int) error {
	fmt.Fprintf(w, "Seeds from %d, %d of each width (%s); median and worst in seconds.\n\n", first, seeds,
		strings.ReplaceAll(widths, ",", ", "))
	fmt.Fprintf(w, "| instructions | %s |\n|---|%s\n", strings.Join(phases, " | "),
		strings.Repeat("---|", len(phases)))
	for text := range strings.SplitSeq(sizes, ",") {
		size, err := strconv.Atoi(text)
		if err != nil {
			return err
		}
		times := make([][]float64, len(phases))
		for text := range strings.SplitSeq(widths, ",") {
			width, err := strconv.Atoi(text)
			if err != nil || width < 1 {
				return fmt.Errorf("%q is no number of values", text)
			}
			for s := range uint64(seeds) {
				least, err := measure(rand.New(rand.NewPCG(first+s, uint64(size))), size, width, runs)
				if err != nil {
					return err
				}
				for i, t := range least {
					times[i] = append(times[i], t)
				}
			}
		}
		fmt.Fprintf(w, "| %d |", size)
		for _, t := range times {
			slices.Sort(t)
			fmt.Fprintf(w, " %.3f, %.3f |", t[len(t)/2], t[len(t)-1])
		}
		fmt.Fprintln(w)
	}
	return nil
}

// measure returns the least times of the phases on one module.
func measure(r *rand.Rand, size, width, runs int) ([]float64, error) {
	text, costs := randhlo.Module(r, size, width)
	on, err := machine.Builtin("eight-h100")
	if err != nil {
		return nil, err
	}
	measured, err := cost.ReadMeasured(diag.NewFile("costs.csv", []byte(costs)))
	if err != nil {
		return nil, err
	}
	model, err := cost.New(on, measured)
	if err != nil {
		return nil, err
	}
	least := slices.Repeat([]float64{math.Inf(1)}, len(phases))
	for range runs {
		runtime.GC()
		if err := once(text, model, least); err != nil {
			return nil, err
		}
	}
	return least, nil
}

// once executes the phases on a module, and lowers the least times to those that it took.
func once(text string, model *cost.Model, least []float64) error {
	ctx := context.Background()
	var m *hlo.Module
	for i, phase := range []func() error{
		func() error {
			var errs diag.List
			if m, errs = hlo.Parse(ctx, diag.NewFile("random.hlo", []byte(text))); len(errs) > 0 {
				return errs.Err()
			}
			return hlo.Verify(m).Err()
		},
		func() error { _, err := judge.Check(ctx, m, judge.Options{}); return err },
		func() error { _, err := timing.Of(ctx, m, model, timing.Options{}); return err },
		func() error { _, err := latencyhiding.Schedule(ctx, m, model, latencyhiding.Options{}); return err },
	} {
		begin := userTime()
		if err := phase(); err != nil {
			return err
		}
		least[i] = min(least[i], userTime()-begin)
	}
	return nil
}

// userTime returns the seconds that all threads of the process have computed.
func userTime() float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		log.Fatal(err)
	}
	return float64(u.Utime.Sec) + float64(u.Utime.Usec)/1e6
}
