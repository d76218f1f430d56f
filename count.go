package inflight

import (
	"github.com/inflight-compiler/inflight/analysis/opcount"
	"github.com/inflight-compiler/inflight/ir"
)

// count fills in how many floating-point operations the program as written executes with its arguments, and
// how many bytes it moves.
func (r *RunReport) count(run *runner) {
	in := opcount.Inputs{Integers: map[*ir.Value]int64{}, Shapes: map[*ir.Value][]int64{}}
	for i, v := range run.entry.Body().Args() {
		switch value := run.inputs[i].Value; {
		case value.Buffer != nil:
			in.Shapes[v] = value.Buffer.Shape
		case isInteger(v.Type()):
			in.Integers[v] = value.Int()
		}
	}
	if n, ok := opcount.FLOPs(run.written.op, run.entry, in); ok {
		r.Operations = &n
	}
	if n, ok := opcount.Bytes(run.written.op, run.entry, in); ok {
		r.Bytes = &n
	}
}

func isInteger(t ir.Type) bool {
	switch t.(type) {
	case *ir.IntegerType, *ir.IndexType:
		return true
	}
	return false
}
