package copyloop

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/inflight-compiler/inflight/check"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/sim"
	"github.com/inflight-compiler/inflight/value"
)

// Judge returns why what became of a program is not right, nil if it is: run in any order it must leave in
// memory what the program as written does, without a hazard, and the checker must prove it.
func Judge(p *Program, written, lowered *ir.Op, seed uint64) error {
	extents := []int64{p.Trips}
	if p.Dynamic {
		extents = []int64{0, 1, 2, 5, extent}
	}
	for _, n := range extents {
		want, err := Run(written, n, seed, sim.Config{Mode: sim.Sequential, Hazards: true})
		if err != nil {
			return fmt.Errorf("extent %d, as written: %w", n, err)
		}
		for _, c := range schedules(seed) {
			got, err := Run(lowered, n, seed, c)
			if err != nil {
				return fmt.Errorf("extent %d, %v mode: %w", n, c.Mode, err)
			}
			for i := range want {
				if !want[i].Equal(got[i]) {
					return fmt.Errorf("extent %d, %v mode: argument %d differs", n, c.Mode, i)
				}
			}
		}
	}
	report, err := check.Module(context.Background(), lowered, check.Options{SkipWaits: p.Dynamic})
	if err != nil {
		return err
	}
	if !report.OK() {
		return fmt.Errorf("the checker objects:\n%s", report.Text())
	}
	return nil
}

func schedules(seed uint64) []sim.Config {
	list := []sim.Config{
		{Mode: sim.Sequential, Hazards: true}, {Mode: sim.Late, Hazards: true},
		{Mode: sim.Early, Hazards: true},
		{Mode: sim.Timed, Hazards: true},
	}
	for i := range uint64(4) {
		list = append(list, sim.Config{Mode: sim.Random, Seed: seed + i, Hazards: i == 0})
	}
	return list
}

// Run runs a program on data that the seed gives, and returns its arguments after the run. A hazard is an
// error.
func Run(m *ir.Op, extent int64, seed uint64, c sim.Config) ([]value.Value, error) {
	program, err := sim.Compile(m, "f")
	if err != nil {
		return nil, err
	}
	r := rand.New(rand.NewPCG(seed, 3))
	var args []value.Value
	for _, t := range program.Inputs() {
		mt, ok := t.(*ir.MemRefType)
		if !ok {
			args = append(args, value.Int(t, extent))
			continue
		}
		b, err := value.NewBuffer(mt, mt.Shape)
		if err != nil {
			return nil, err
		}
		for i := range b.Data {
			b.Data[i] = byte(r.IntN(100))
			if ir.IsBool(mt.Elem) {
				b.Data[i] &= 1
			}
		}
		args = append(args, value.Memory(b))
	}
	result, err := program.Run(context.Background(), c, args)
	if err != nil {
		return nil, err
	}
	for _, h := range result.Hazards {
		return nil, h.Diagnostic()
	}
	return args, nil
}
