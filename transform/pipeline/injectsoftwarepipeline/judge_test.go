package injectsoftwarepipeline_test

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/inflight-compiler/inflight/check"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/sim"
	"github.com/inflight-compiler/inflight/value"
)

// judge compares a pipelined program with the original one.
type judge struct {
	src   string
	piped *ir.Op
	seed  uint64
	exact bool // no wait may be weaker
	// whole: the checker must reach the end of the program, and no buffer may lack versions.
	whole bool
	// unchecked: only the simulator judges the program.
	unchecked bool
	// exhaustive: the smallest extents are executed under all schedules.
	exhaustive bool
	// random is the number of random schedules.
	random uint64
}

// run tries each extent for the arguments of type index. All schedules must have the results of the
// sequential program and no hazard, and the checker must agree.
func (j *judge) run(extents []int64) error {
	written, diags := parseText(j.src)
	if diags != nil {
		return diags
	}
	for _, extent := range extents {
		want, dynamic, err := j.simulate(written, extent, sim.Config{Mode: sim.Sequential, Hazards: true})
		if err != nil {
			return fmt.Errorf("extent %d, as written: %w", extent, err)
		}
		for _, c := range j.schedules() {
			got, _, err := j.simulate(j.piped, extent, c)
			if err != nil {
				return fmt.Errorf("extent %d, %v mode: %w", extent, c.Mode, err)
			}
			for i := range want {
				if !want[i].Equal(got[i]) {
					return fmt.Errorf("extent %d, %v mode: argument %d differs", extent, c.Mode, i)
				}
			}
		}
		if j.exhaustive && (!dynamic || extent < 4) {
			r, err := j.explore(j.piped, extent)
			if err != nil {
				return fmt.Errorf("extent %d, all schedules: %w", extent, err)
			}
			if r.Exploration.States != 1 || len(r.Hazards) > 0 {
				return fmt.Errorf("extent %d: schedules lead to %d results, with hazards %v", extent,
					r.Exploration.States, r.Hazards)
			}
		}
		if !dynamic {
			break
		}
	}
	if j.unchecked {
		return nil
	}
	return j.check()
}

func (j *judge) schedules() []sim.Config {
	configs := []sim.Config{{Mode: sim.Late, Hazards: true}, {Mode: sim.Early, Hazards: true}}
	for i := range j.random {
		configs = append(configs, sim.Config{Mode: sim.Random, Seed: i, Hazards: i == 0})
	}
	return configs
}

// simulate executes a program on data that depends only on the seed. It returns the arguments after the run,
// and whether one of them is the extent.
func (j *judge) simulate(m *ir.Op, extent int64, c sim.Config) (args []value.Value, dynamic bool, err error) {
	program, err := sim.Compile(m, "f")
	if err != nil {
		return nil, false, err
	}
	if args, dynamic, err = j.arguments(program, extent); err != nil {
		return nil, false, err
	}
	result, err := program.Run(context.Background(), c, args)
	if err != nil {
		return nil, false, err
	}
	for _, h := range result.Hazards {
		return nil, false, fmt.Errorf("%v", h.Diagnostic())
	}
	return args, dynamic, nil
}

// arguments returns data that depends only on the seed, and whether one of the values is the extent.
func (j *judge) arguments(program *sim.Program, extent int64) (args []value.Value, dynamic bool, err error) {
	r := rand.New(rand.NewPCG(j.seed, 3))
	for _, t := range program.Inputs() {
		mt, ok := t.(*ir.MemRefType)
		if !ok {
			args, dynamic = append(args, value.Int(t, extent)), true
			continue
		}
		b, err := value.NewBuffer(mt, mt.Shape)
		if err != nil {
			return nil, false, err
		}
		size := int(value.ElementSize(mt.Elem))
		for i := range b.Data {
			if i%size == 0 {
				b.Data[i] = byte(r.IntN(2 + 98*(size-1)))
			}
		}
		args = append(args, value.Memory(b))
	}
	return args, dynamic, nil
}

func (j *judge) check() error {
	options := check.Options{}
	if !j.exact {
		options = check.Options{SkipWaits: true, MaxExtent: 40, MaxSteps: 100_000}
	}
	report, err := check.Module(context.Background(), j.piped, options)
	if err != nil {
		return err
	}
	for _, f := range report.Functions {
		if len(f.Hazards) > 0 {
			return fmt.Errorf("the checker objects:\n%s", report.Text())
		}
	}
	if j.whole {
		if err := wholeVerdict(report); err != nil {
			return err
		}
	}
	if !j.exact || !report.Complete {
		return nil
	}
	for _, f := range report.Functions {
		for _, w := range f.Waits {
			if w.Verdict != check.Needed {
				return fmt.Errorf("a wait on queue %d is %v:\n%s", w.Queue, w.Verdict, report.Text())
			}
		}
	}
	return nil
}

// wholeVerdict requires a complete report, and enough versions of every buffer.
func wholeVerdict(report *check.Report) error {
	if !report.Complete {
		return fmt.Errorf("the check is not complete:\n%s", report.Text())
	}
	for _, f := range report.Functions {
		for _, b := range f.Buffers {
			if b.VersionsNeeded > b.Versions {
				return fmt.Errorf("buffer %s has %d versions and needs %d", b.Name, b.Versions,
					b.VersionsNeeded)
			}
		}
	}
	return nil
}
