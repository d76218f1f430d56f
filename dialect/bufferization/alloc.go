package bufferization

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// AllocTensor is bufferization.alloc_tensor: a tensor in new memory. Its elements are those of another
// tensor, or undefined if there is none. Operands are the dynamic extents, the tensor to copy, and a hint
// that says how many elements there are.
var AllocTensor = &ir.OpDef{
	Name:    "bufferization.alloc_tensor",
	Summary: "allocate buffer for a tensor",
	Operands: []ir.OperandDef{
		{Name: "dynamic_sizes", Type: constraint.Index, Arity: ir.Variadic},
		{Name: "copy", Type: anyTensor, Arity: ir.Optional},
		{Name: "size_hint", Type: constraint.Index, Arity: ir.Optional},
	},
	Results: result("result", anyTensor),
	Attrs: []ir.AttrDef{{Name: "memory_space", Type: constraint.AnyAttr, Optional: true},
		constraint.OperandSegmentSize},
	Traits:  ir.AttrSizedOperands,
	Effects: func(op *ir.Op, add func(ir.Effect)) { add(ir.Effect{Kind: ir.Allocate, Value: op.Result(0)}) },
	Parse:   parseAllocTensor,
	Print:   printAllocTensor,
	Verify:  verifyAllocTensor,
}

// Copied returns the tensor whose elements an AllocTensor copies, nil if it copies none.
func Copied(op *ir.Op) *ir.Value {
	if list := op.OperandsOf(1); len(list) > 0 {
		return list[0]
	}
	return nil
}

// parseAllocTensor parses (%sizes) [copy(%tensor)] [size_hint=%n] {attrs} : type.
func parseAllocTensor(p ir.OpParser, s *ir.OpState) error {
	sizes, err := p.OperandList("(")
	if err != nil {
		return err
	}
	names := append([]ir.UnresolvedOperand{}, sizes...)
	copied, hinted := p.TryKeyword("copy"), false
	if copied {
		name, err := p.OperandList("(")
		if err != nil {
			return err
		}
		if len(name) != 1 {
			return p.Errorf(p.Off(), "expected one tensor to copy")
		}
		names = append(names, name...)
	}
	if hinted = p.TryKeyword("size_hint"); hinted {
		if err := p.Punct("="); err != nil {
			return err
		}
		name, err := p.Operand()
		if err != nil {
			return err
		}
		names = append(names, name)
	}
	if err := p.AttrDict(s); err != nil {
		return err
	}
	t, err := p.ColonType()
	if err != nil {
		return err
	}
	return finishAllocTensor(p, s, t, names, []int64{int64(len(sizes)), count(copied), count(hinted)})
}

func count(there bool) int64 {
	if there {
		return 1
	}
	return 0
}

// finishAllocTensor adds the result and the operands, in groups of the given sizes. The copied tensor has the
// type of the result.
func finishAllocTensor(p ir.OpParser, s *ir.OpState, t ir.Type, names []ir.UnresolvedOperand,
	groups []int64) error {
	s.Results = []ir.Type{t}
	s.Attrs = append(s.Attrs,
		ir.NamedAttr{Name: constraint.OperandSegmentSize.Name, Value: p.Context().I32Array(groups...)})
	for i, name := range names {
		want := ir.Type(p.Context().Index)
		if int64(i) >= groups[0] && int64(i) < groups[0]+groups[1] {
			want = t
		}
		v, err := p.Resolve(name, want)
		if err != nil {
			return err
		}
		s.Operands = append(s.Operands, v)
	}
	return nil
}

func printAllocTensor(p ir.OpPrinter, op *ir.Op) {
	p.Write("(")
	p.Operands(op.OperandsOf(0))
	p.Write(")")
	if v := Copied(op); v != nil {
		p.Write(" copy(")
		p.Operand(v)
		p.Write(")")
	}
	if hint := op.OperandsOf(2); len(hint) > 0 {
		p.Write(" size_hint=")
		p.Operand(hint[0])
	}
	p.AttrDict(op, constraint.OperandSegmentSize.Name)
	p.Write(" : ")
	p.Type(op.Result(0).Type())
}

func verifyAllocTensor(op *ir.Op) error {
	t := op.Result(0).Type().(*ir.TensorType)
	sizes := len(op.OperandsOf(0))
	if v := Copied(op); v != nil {
		switch {
		case sizes > 0:
			return op.Errorf(codeBufferization, "dynamic sizes not needed when copying a tensor")
		case v.Type() != ir.Type(t):
			return op.Errorf(codeBufferization, "expected that `copy` and return type match")
		}
		return nil
	}
	want := 0
	for _, extent := range t.Shape {
		if extent == ir.Dynamic {
			want++
		}
	}
	if sizes != want {
		return op.OpErrorf(codeBufferization, "incorrect number of dynamic sizes, has %d, expected %d", sizes,
			want)
	}
	return nil
}

// DeallocTensor is bufferization.dealloc_tensor: the memory of a tensor is not used after this operation.
var DeallocTensor = &ir.OpDef{
	Name:     "bufferization.dealloc_tensor",
	Summary:  "release underlying storage format of given tensor",
	Operands: []ir.OperandDef{operand("tensor", anyTensor)},
	Format:   "$tensor attr-dict `:` type($tensor)",
}

// Clone is bufferization.clone: a buffer with the contents of another one. Nothing writes to either buffer
// afterwards, so that both may share one memory.
var Clone = &ir.OpDef{
	Name:     "bufferization.clone",
	Summary:  "clone a memref",
	Operands: []ir.OperandDef{operand("input", anyMemRef)},
	Results:  result("output", anyMemRef),
	Format:   "$input attr-dict `:` type($input) `to` type($output)",
	Fold:     memref.FoldCasts,
	Effects: func(op *ir.Op, add func(ir.Effect)) {
		add(ir.Effect{Kind: ir.Read, Value: op.Operand(0), Whole: true})
		add(ir.Effect{Kind: ir.Allocate, Value: op.Result(0)})
		add(ir.Effect{Kind: ir.Write, Value: op.Result(0), Whole: true})
	},
}

// Dealloc is bufferization.dealloc. It frees each buffer whose condition holds, once, unless the buffer is
// among the retained ones. Each result says whether the program now owns one of the retained buffers.
var Dealloc = &ir.OpDef{
	Name:    "bufferization.dealloc",
	Summary: "deallocates the given memrefs if no alias is retained",
	Operands: []ir.OperandDef{
		{Name: "memrefs", Type: anyMemRef, Arity: ir.Variadic},
		{Name: "conditions", Type: constraint.I1, Arity: ir.Variadic},
		{Name: "retained", Type: anyMemRef, Arity: ir.Variadic},
	},
	Results: []ir.ResultDef{{Name: "updatedConditions", Type: constraint.I1, Arity: ir.Variadic}},
	Attrs:   []ir.AttrDef{constraint.OperandSegmentSize},
	Traits:  ir.AttrSizedOperands,
	Format: "(` ``(` $memrefs^ `:` type($memrefs) `)` `if` ` ` `(` $conditions `)`)? " +
		"(`retain` ` ` `(` $retained^ `:` type($retained) `)`)? attr-dict",
	InferTypes: inferDealloc,
	Verify:     verifyDealloc,
	Fold:       foldDealloc,
}

// foldDealloc folds the results to false where no buffer is freed: the program owns no further buffer then.
func foldDealloc(op *ir.Op, _ []ir.Attr) []ir.FoldResult {
	if len(op.OperandsOf(0)) > 0 || op.NumResults() == 0 {
		return nil
	}
	return slices.Repeat([]ir.FoldResult{{Attr: op.Context().Bool(false)}}, op.NumResults())
}

// inferDealloc returns one condition, an i1, for each retained buffer.
func inferDealloc(c *ir.Context, s *ir.OpState) ([]ir.Type, error) {
	for _, a := range s.Attrs {
		if groups, ok := a.Value.(*ir.DenseArrayAttr); ok && a.Name == constraint.OperandSegmentSize.Name &&
			len(groups.Values) == 3 {
			types := make([]ir.Type, groups.Values[2])
			for i := range types {
				types[i] = c.I1
			}
			return types, nil
		}
	}
	return nil, nil
}

func verifyDealloc(op *ir.Op) error {
	switch {
	case len(op.OperandsOf(0)) != len(op.OperandsOf(1)):
		return op.OpErrorf(codeBufferization,
			"must have the same number of conditions as memrefs to deallocate")
	case len(op.OperandsOf(2)) != op.NumResults():
		return op.OpErrorf(codeBufferization,
			"must have the same number of updated conditions (results) as retained operands")
	}
	return nil
}
