package inflight

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/exec"
	"github.com/inflight-compiler/inflight/interrupt"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/value"
)

// compare looks for the first difference between the results of the engine and those of the oracle. It does
// nothing if the oracle has not run.
func (r *runner) compare() (err error) {
	defer interrupt.Catch(&err)
	if !r.compared {
		return nil
	}
	rounds := !r.simulates() &&
		(r.config.FastMath || callsMath(r.written.op) ||
			r.report.About.SumsMatrices && multiplies(r.piped.op))
	return r.compareWith(r.oracle, r.oracleReturns, rounds)
}

// compareInOrder looks for the first difference between the results of the pipelined program and those of the
// program as written, both on the same engine. It does nothing if compare has compared the results with those
// of the oracle.
func (r *runner) compareInOrder(args []exec.Argument, returns []value.Value) (err error) {
	defer interrupt.Catch(&err)
	if r.compared {
		return nil
	}
	r.report.OnEngine = true
	return r.compareWith(args, returns, r.config.FastMath)
}

// compareWith compares the results of the engine with other arguments and return values. If rounds is true,
// floats may differ by rounding.
func (r *runner) compareWith(args []exec.Argument, returns []value.Value, rounds bool) error {
	c := &comparison{poll: interrupt.NewPoll(r.ctx), rounds: rounds}
	c.arguments(args, r.report.Arguments)
	for i, v := range returns {
		c.value(fmt.Sprintf("result %d", i), v, r.report.Returns[i])
	}
	if r.report.Difference = c.difference; c.difference != "" {
		return diag.Errorf(codeDiffers, r.entry.Span(), "%s", c.difference)
	}
	r.report.Equality, r.report.Rounding = EqualBits, c.rounding
	if c.rounded {
		r.report.Equality = EqualRounded
	}
	return nil
}

// exactMath lists the operations of the dialect math that have the same result on all engines.
var exactMath = []string{
	"math.absf", "math.ceil", "math.copysign", "math.floor", "math.fma", "math.round", "math.roundeven",
	"math.sqrt", "math.trunc",
}

// callsMath reports whether a program has operations of the dialect math whose results differ between engines
// by rounding.
func callsMath(module *ir.Op) bool {
	for op := range module.Walk() {
		if op.Def().DialectName() == "math" && !slices.Contains(exactMath, op.Name()) {
			return true
		}
	}
	return false
}

// multiplies reports whether a program has matrix products on tensor cores, which add the products in an
// order that only the hardware knows.
func multiplies(module *ir.Op) bool {
	for op := range module.Walk() {
		if strings.HasPrefix(op.Name(), "nvgpu.mma.") || op.Name() == "gpu.subgroup_mma_compute" ||
			op.Name() == "nvvm.mma.sync" {
			return true
		}
	}
	return false
}

// comparison compares the results of two runs.
type comparison struct {
	poll       *interrupt.Poll
	rounds     bool    // floats may differ by rounding
	rounded    bool    // some do
	rounding   float64 // by how much at most: a multiple of the largest magnitude beside them
	difference string  // the first other one
}

func (c *comparison) arguments(want, got []exec.Argument) {
	for i := range want {
		c.value(fmt.Sprintf("argument '%s'", want[i].Name), want[i].Value, got[i].Value)
	}
}

// value compares two values, and keeps the first difference. Values that are equal bit by bit need no further
// comparison.
func (c *comparison) value(name string, want, got value.Value) {
	if c.difference != "" || want.Equal(got) {
		return
	}
	if want.Buffer == nil {
		if !c.close(want, got, math.Abs(floatOf(want))) {
			c.difference = fmt.Sprintf("%s differs from the sequential one", name)
		}
		return
	}
	c.buffers(name, want.Buffer, got.Buffer)
}

func (c *comparison) buffers(name string, want, got *value.Buffer) {
	elem := want.Type.Elem
	if !slices.Equal(want.Shape, got.Shape) {
		c.difference = fmt.Sprintf("%s has other extents than the sequential one", name)
		return
	}
	if _, isVector := elem.(*ir.VectorType); isVector {
		c.difference = fmt.Sprintf("%s differs from the sequential one", name)
		return
	}
	largest := 0.0
	want.Each(func(at []int64) bool {
		c.poll.Step()
		if x := math.Abs(floatOf(value.Value{Type: elem, Bits: want.At(at...)})); !math.IsInf(x, 0) &&
			!math.IsNaN(x) {
			largest = max(largest, x)
		}
		return true
	})
	want.Each(func(at []int64) bool {
		c.poll.Step()
		x, y := want.At(at...), got.At(at...)
		if x != y && !c.close(value.Value{Type: elem, Bits: x}, value.Value{Type: elem, Bits: y}, largest) {
			c.difference = fmt.Sprintf("%s differs from the sequential one at %v", name, at)
		}
		return c.difference == ""
	})
}

// close reports whether two values are equal. Two NaNs are equal. Floats may differ by rounding if c.rounds
// is true: the difference is taken relative to magnitude, the largest magnitude among the values of the same
// buffer.
func (c *comparison) close(want, got value.Value, magnitude float64) bool {
	t, ok := want.Type.(*ir.FloatType)
	if !ok {
		return want.Bits == got.Bits
	}
	x, y := floatOf(want), floatOf(got)
	if want.Bits == got.Bits || math.IsNaN(x) && math.IsNaN(y) {
		return true
	}
	difference := math.Abs(x-y) / magnitude
	if x == y {
		difference = 0 // zeros of different signs
	}
	if !c.rounds || !(difference <= tolerance(t)) {
		return false
	}
	c.rounded, c.rounding = true, max(c.rounding, difference)
	return true
}

// tolerance returns the largest difference that counts as rounding, as a multiple of the largest magnitude in
// the buffer. In f64 and f32 it leaves the last 8 bits of the significand to the errors of math functions,
// which grow in a program; in smaller formats it leaves the last 3.
func tolerance(t *ir.FloatType) float64 {
	switch t.Kind {
	case ir.F64:
		return 0x1p-44
	case ir.F32:
		return 0x1p-15
	case ir.F16:
		return 0x1p-7
	}
	return 0x1p-4
}

// floatOf returns the number that a value stands for, 0 if it is no float.
func floatOf(v value.Value) float64 {
	if _, ok := v.Type.(*ir.FloatType); !ok {
		return 0
	}
	return v.Float()
}
