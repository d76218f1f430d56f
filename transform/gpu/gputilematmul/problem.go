package gputilematmul

import (
	"math"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/dialect/linalg"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
)

// problem is a product C += A * B.
type problem struct {
	op            *ir.Op
	lhs, rhs, out matrix        // A, B and C
	elem          *ir.FloatType // of A and B
	extents       [3]int64      // by axis, ir.Dynamic if known at run time only
	fill          *ir.Op        // makes C zero right before, nil where C has elements
	// numbers of 32 bits are not rounded: they are multiplied without tensor cores
	exact bool
}

// matrix is memory of two dimensions, with stride 1 along rows. Numbers may be ir.Dynamic.
type matrix struct {
	value          *ir.Value
	rows, cols     int64
	offset, stride int64   // of the first element, and from row to row
	axes           [2]axis // what its subscripts run along
}

// deep reports whether rows run along the depth of the product: those of A as it is, and of B transposed.
func (m *matrix) deep() bool { return m.axes[1] == depth }

func (m *matrix) typ() *ir.MemRefType { return m.value.Type().(*ir.MemRefType) }

// aligned returns the largest power of two, up to n, of elements that divides all rows and the places where
// they begin.
func (m *matrix) aligned(n int64) int64 {
	if m.cols == ir.Dynamic || m.stride == ir.Dynamic || m.offset == ir.Dynamic {
		return 1
	}
	for n > 1 && (m.cols%n != 0 || m.stride%n != 0 || m.offset%n != 0) {
		n /= 2
	}
	return n
}

// size returns the bytes of an element of A and B.
func (p *problem) size() int64 { return int64(ir.ElemBytes(p.elem)) }

// depth returns how many columns of A a step multiplies: as many as an instruction of tensor cores does, or
// those of a chunk.
func (p *problem) depth() int64 {
	if p.exact {
		return p.chunk()
	}
	return 32 / p.size()
}

// fragment returns what a lane has of a fragment of C: one or two rows, eight apart, each with a run of
// elements next to each other. Four lanes share a row, so that a fragment has eight times as many rows, and
// four times as many columns.
func (p *problem) fragment() (rows, run int64) {
	if p.exact {
		return 1, 4
	}
	return 2, 2
}

// chunk returns how many elements 16 bytes are.
func (p *problem) chunk() int64 { return 16 / p.size() }

// problems returns the products that become kernels. Others stay, with a remark.
func problems(r *pass.Run) []*problem {
	var list []*problem
	for _, op := range r.Op.Find(linalg.Matmul) {
		if op.ParentOf(gpu.Module) != nil || !linalg.StructuredOf(op).OnBuffers() {
			continue
		}
		p, why := problemOf(op)
		if why != nil {
			r.Report(why)
			continue
		}
		list = append(list, p)
	}
	return list
}

// problemOf describes a product, or says why it has no kernel.
func problemOf(op *ir.Op) (*problem, *diag.Diagnostic) {
	s := linalg.StructuredOf(op)
	p := &problem{op: op}
	for i, m := range []*matrix{&p.lhs, &p.rhs, &p.out} {
		if why := m.describe(op, "ABC"[i:i+1], s.Operands()[i]); why != nil {
			return nil, why
		}
	}
	if !p.subscripts(s) {
		return nil, staysRemark(op, codeProduct, "its operands are repeated, or its result is transposed")
	}
	if !linalg.ComputesAsNamed(op) {
		return nil, staysRemark(op, codeProduct, "its body computes something else")
	}
	if why := p.types(); why != nil {
		return nil, why
	}
	if p.out.value == p.lhs.value || p.out.value == p.rhs.value {
		return nil, staysRemark(op, codeAlias, "it writes a matrix that it multiplies")
	}
	p.fill = fillOf(op, p.out.value)
	return p, nil
}

// staysRemark says why a product stays what it is.
func staysRemark(op *ir.Op, code diag.Code, format string, args ...any) *diag.Diagnostic {
	return diag.Warningf(code, op.Span(), "this product does not become a kernel: "+format, args...)
}

// subscripts finds what the subscripts of matrices run along, and reports whether they are those of A[i, k]
// or A[k, i], B[k, j] or B[j, k], and C[i, j].
func (p *problem) subscripts(s *linalg.Structured) bool {
	for i, m := range []*matrix{&p.lhs, &p.rhs, &p.out} {
		if len(s.Maps[i].Results) != 2 {
			return false
		}
		for d, e := range s.Maps[i].Results {
			m.axes[d] = axis(e.Value) // the loops of linalg.matmul, in their order
		}
	}
	p.findExtents()
	return p.out.axes == [2]axis{row, column}
}

// describe takes the type of a matrix apart.
func (m *matrix) describe(op *ir.Op, name string, v *ir.Value) *diag.Diagnostic {
	t, ok := v.Type().(*ir.MemRefType)
	if !ok || len(t.Shape) != 2 {
		return staysRemark(op, codeProduct, "%s is no matrix", name)
	}
	strides, offset, ok := memref.Strides(t)
	switch {
	case !inGlobalMemory(t):
		return staysRemark(op, codeSpace,
			"%s is in memory of space %v, and a kernel has arguments in global memory", name, t.MemorySpace)
	case t.Shape[0] == 0 || t.Shape[1] == 0:
		return staysRemark(op, codeProduct, "%s has no elements", name)
	case !ok || strides[1] != 1 || strides[0] != ir.Dynamic && strides[0] < t.Shape[1]:
		return staysRemark(op, codeProduct, "the rows of %s, '%v', are no runs of elements", name, t)
	}
	*m = matrix{value: v, rows: t.Shape[0], cols: t.Shape[1], offset: offset, stride: strides[0]}
	return nil
}

// inGlobalMemory reports whether memory may be that of a device which all blocks see.
func inGlobalMemory(t *ir.MemRefType) bool {
	n, ok := t.MemorySpace.(*ir.IntegerAttr)
	return t.MemorySpace == nil || ok && n.Value <= 1 || gpu.IsAddressSpace(t.MemorySpace, gpu.Global)
}

// types finds the type of A and B.
func (p *problem) types() *diag.Diagnostic {
	a, _ := p.lhs.typ().Elem.(*ir.FloatType)
	c, _ := p.out.typ().Elem.(*ir.FloatType)
	known := a != nil && (a.Kind == ir.F16 || a.Kind == ir.BF16 || a.Kind == ir.F32)
	if !known || p.rhs.typ().Elem != ir.Type(a) || c == nil || c.Kind != ir.F32 && c != a {
		return staysRemark(p.op, codeProduct, "there is no instruction for '%v' times '%v' added to '%v'",
			p.lhs.typ().Elem, p.rhs.typ().Elem, p.out.typ().Elem)
	}
	p.elem = a
	return nil
}

// fillOf returns the operation that fills c with zeros, if nothing that has effects stands between it and the
// product.
func fillOf(op *ir.Op, c *ir.Value) *ir.Op {
	prev := op.Prev()
	for prev != nil && prev.Has(ir.Pure) && prev.NumRegions() == 0 {
		prev = prev.Prev()
	}
	if prev == nil || !prev.Is(linalg.Fill) || prev.NumOperands() != 2 || prev.Operand(1) != c ||
		!linalg.ComputesAsNamed(prev) {
		return nil
	}
	if f, ok := ir.ConstantValue(prev.Operand(0)).(*ir.FloatAttr); ok && f.Float64() == 0 &&
		!math.Signbit(f.Float64()) {
		return prev
	}
	return nil
}
