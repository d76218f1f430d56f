package linalg

import (
	"slices"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/affine"
)

func init() {
	for _, def := range []*ir.OpDef{Generic, Copy, Broadcast} {
		def.Canonicalize = []ir.Pattern{{Name: "erase-identity", Rewrite: eraseIdentity}}
	}
	Transpose.Fold = foldTranspose
}

// eraseIdentity removes an operation that yields elements of operands unchanged, at the same place. On
// tensors its results are replaced by operands; a copy stays, because it decides in which memory its result
// lies. In memory the operation must have moved each element to its own place.
func eraseIdentity(op *ir.Op, rw *ir.Rewriter) bool {
	s := StructuredOf(op)
	yield := s.Body.Last()
	ownElements := !slices.ContainsFunc(yield.Operands(), func(v *ir.Value) bool {
		return v.Owner() != s.Body
	})
	if s.Body.First() != yield || !ownElements || !allEqual(s.Maps) {
		return false
	}
	if s.OnBuffers() {
		same := len(s.Inputs) == 1 && len(s.Outputs) == 1 && s.Inputs[0] == s.Outputs[0]
		if same {
			rw.Erase(op)
		}
		return same
	}
	if op.Is(Copy) {
		return false
	}
	values := make([]*ir.Value, op.NumResults())
	for i := range values {
		v := yield.Operand(i)
		if op.Operand(v.Index()).Type() != op.Result(i).Type() {
			return false
		}
		values[i] = op.Operand(v.Index())
	}
	rw.Replace(op, values...)
	return true
}

func allEqual(maps []*affine.Map) bool {
	for _, m := range maps {
		if !m.Equal(maps[0]) {
			return false
		}
	}
	return true
}

// foldTranspose returns the input of a transposition of tensors that leaves every dimension in its place.
func foldTranspose(op *ir.Op, _ []ir.Attr) []ir.FoldResult {
	if op.NumResults() != 1 || op.Operand(0).Type() != op.Result(0).Type() || !ComputesAsNamed(op) {
		return nil
	}
	for i, d := range op.Ints("permutation") {
		if d != int64(i) {
			return nil
		}
	}
	return []ir.FoldResult{{Value: op.Operand(0)}}
}
