package gpu

import (
	"github.com/inflight-compiler/inflight/dialect/builtin"
	"github.com/inflight-compiler/inflight/ir"
)

func init() { Dialect.VerifyAttr = verifyAttr }

// verifyAttr checks the attributes of this dialect on operations of other dialects.
func verifyAttr(op *ir.Op, a ir.NamedAttr) error {
	switch a.Name {
	case containerAttr:
		if isUnit(a.Value) && !op.Is(builtin.Module) {
			return op.Errorf(codeGPU, "expected '%s' attribute to be attached to '%s'", containerAttr,
				builtin.Module.Name)
		}
	case "gpu.known_block_size", "gpu.known_grid_size", "gpu.known_cluster_size":
		array, ok := a.Value.(*ir.DenseArrayAttr)
		if !ok || !isI32(array.Elem) {
			return op.OpErrorf(codeGPU, "%s must be a dense i32 array", a.Name)
		}
		if len(array.Values) != 3 {
			return op.OpErrorf(codeGPU, "%s must contain exactly 3 elements", a.Name)
		}
		return verifySizes(op, a.Name, array.Values)
	}
	return nil
}
