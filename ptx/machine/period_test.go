package machine_test

import (
	"context"
	"os"
	"testing"

	"github.com/inflight-compiler/inflight/ptx/machine"
)

// Rings repeat what they do after each slot was filled an even number of times, or, without phases, once: by
// so much can the number be raised that their loops count up to. Too few trips show nothing.
func TestPeriodOfRings(t *testing.T) {
	for _, x := range []struct {
		name           string
		n              uint64
		param, threads int
		adds           int64
	}{
		{"ring", 32, 2, 256, 8}, {"ring", 33, 2, 256, 8}, {"ring", 12, 2, 256, 0},
		{"tile", 10 * 64, 3, 256, 2 * 64}, {"tile", 2 * 64, 3, 256, 0},
	} {
		text, err := os.ReadFile("../../bench/ptx/kernels/" + x.name + ".ptx")
		if err != nil {
			t.Fatal(err)
		}
		k := compile(t, x.name, string(text))
		c := machine.Config{Grid: machine.Extents{1, 1, 1}, Block: machine.Extents{x.threads, 1, 1}}
		if k.UsesDynamicShared() {
			c.DynamicShared = k.MostDynamicShared()
		}
		for i, p := range k.Params {
			if p.Pointer {
				c.Args = append(c.Args, machine.Arg{Buffer: &machine.Buffer{Grows: true}})
			} else if i == x.param {
				c.Args = append(c.Args, machine.Arg{Bits: x.n})
			}
		}
		r, err := k.FindPeriod(context.Background(), c, machine.Slot{Param: x.param}, nil)
		if err != nil || r.Adds != x.adds || x.adds == 0 && !r.Short {
			t.Errorf("%s with %d: %+v, %v", x.name, x.n, r, err)
		}
		if r.Adds == 0 {
			continue
		}
		c.Args[x.param].Bits++
		if like, err := k.FindPeriod(context.Background(), c, machine.Slot{Param: x.param}, &r); err != nil ||
			x.name == "ring" && like.Adds != r.Adds {
			t.Errorf("%s with %d: %+v, %v", x.name, x.n+1, like, err)
		}
	}
}
