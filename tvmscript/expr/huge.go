package expr

import (
	"math"
	"strconv"

	"github.com/inflight-compiler/inflight/tvmscript/form"
	"github.com/inflight-compiler/inflight/tvmscript/syntax"
)

// Integers from 2**63 to 2**64-1 exist only with the dtype uint64. Such a constant has the bits of a negative
// number in Int. No arithmetic is done with it at import time.

// uint64Dtype is the only dtype that contains these integers.
var uint64Dtype = form.Dtype{Code: form.UInt, Bits: 64, Lanes: 1}

// isHuge reports whether a constant is 2**63 or more.
func (i *Imm) isHuge() bool { return i.Int < 0 && i.Dtype == uint64Dtype }

// isHuge reports whether a value is a constant of 2**63 or more.
func isHuge(v Value) bool {
	imm, ok := v.(*Imm)
	return ok && imm.isHuge()
}

// hugeLiteral returns a literal that does not fit an int64 as a uint64.
func (e *Evaluator) hugeLiteral(x *syntax.Int) (Value, error) {
	n, err := strconv.ParseUint(x.Text, 0, 64)
	if err != nil {
		return nil, e.Errorf(CodeValue, x, "the integer %s does not fit in 64 bits", x.Text)
	}
	return &Imm{Dtype: uint64Dtype, Int: int64(n)}, nil
}

// hugeAs converts a huge constant to another dtype, at import time.
func (e *Evaluator) hugeAs(i *Imm, d form.Dtype, at syntax.Node) (Value, error) {
	switch {
	case d == uint64Dtype:
		return i, nil
	case d.IsFloat() && d.Lanes == 1:
		return e.floatImmediate(d, float64(uint64(i.Int)), at)
	case d.Code == form.Bool && d.Lanes == 1:
		return &Imm{Dtype: d, Int: 1}, nil
	}
	return nil, e.notHuge(i, d, at)
}

func (e *Evaluator) notHuge(i *Imm, d form.Dtype, at syntax.Node) error {
	return e.Errorf(CodeValue, at, "%d is no %s", uint64(i.Int),
		d).Suggest("say T.uint64(%d), and compute with uint64", uint64(i.Int))
}

// hugeConstant makes a huge constant in the program. A vector has the constant in all lanes.
func (e *Evaluator) hugeConstant(i *Imm, t target, at syntax.Node) (*Scalar, error) {
	lane := t.dtype.Lane()
	switch {
	case !t.index && lane == uint64Dtype:
		return e.spreadConstant(e.Ctx.Int(lane.Type(e.Ctx), i.Int), t, at)
	case !t.index && lane.IsFloat():
		return e.floatConstant(float64(uint64(i.Int)), t, at)
	}
	return nil, e.notHuge(i, lane, at)
}

// negatedHuge returns -x. That is the least int64 for 2**63. For larger numbers it is an error, as Python's
// number has no dtype.
func (e *Evaluator) negatedHuge(i *Imm, at syntax.Node) (Value, error) {
	if i.Int == math.MinInt64 {
		return &Int{math.MinInt64}, nil
	}
	return nil, e.Errorf(CodeValue, at, "the integer -%d does not fit in 64 bits", uint64(i.Int))
}
