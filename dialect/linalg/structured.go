package linalg

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/affine"
)

// Structured is what a structured operation does: for every point of a nest of loops, its body computes new
// elements of the outputs from elements of all operands.
type Structured struct {
	Op              *ir.Op
	Inputs, Outputs []*ir.Value
	// Maps gives the subscripts of each operand, inputs first, from the iterations of all loops.
	Maps []*affine.Map
	// Iterators says of each loop of what kind it is: a case of IteratorType.
	Iterators []int64
	// Body has an argument for each operand, and ends with a Yield.
	Body *ir.Block
}

// The kinds of loops.
const (
	ParallelLoop int64 = iota
	ReductionLoop
	WindowLoop
)

// shape is what a definition knows about the loops of its operations.
type shape struct {
	out       string // what arguments for elements of the outputs are called, "" for "out"
	outputs   func(op *ir.Op) (first, count int)
	maps      func(op *ir.Op) []*affine.Map
	iterators func(op *ir.Op) []int64
}

// shapes is filled by the tables.
var shapes = map[*ir.OpDef]*shape{}

// structured makes a definition one of a structured operation.
func structured(def *ir.OpDef, s *shape) *ir.OpDef {
	shapes[def] = s
	def.Traits |= ir.SingleBlock
	def.ImplicitTerminator = Yield.Name
	def.Effects = effects
	def.BlockArgNames = nameArguments
	def.VerifyRegions = verifyStructured
	return def
}

// IsStructured reports whether a definition is one of a structured operation.
func IsStructured(def *ir.OpDef) bool { return shapes[def] != nil }

// StructuredOf returns what a structured operation, which verifies, does.
func StructuredOf(op *ir.Op) *Structured {
	s := shapes[op.Def()]
	first, count := s.outputs(op)
	operands := op.Operands()
	return &Structured{
		Op: op, Inputs: operands[:first], Outputs: operands[first : first+count], Maps: s.maps(op),
		Iterators: s.iterators(op),
		Body:      op.Body(),
	}
}

// secondGroup returns the operands of entry 1 of the table: the outputs.
func secondGroup(op *ir.Op) (first, count int) { return op.OperandGroup(1) }

// NumLoops returns the number of loops.
func (s *Structured) NumLoops() int { return len(s.Iterators) }

// OnBuffers reports whether all operands with a shape are memory.
func (s *Structured) OnBuffers() bool {
	for _, v := range s.Op.Operands() {
		if isTensor(v.Type()) {
			return false
		}
	}
	return s.Op.NumResults() == 0
}

// Operands returns all operands in the order of Maps.
func (s *Structured) Operands() []*ir.Value { return s.Op.Operands() }

// IsScalar reports whether operand i is a value of its own, not an element of something.
func (s *Structured) IsScalar(i int) bool {
	_, ok := shapeOf(s.Op.Operand(i).Type())
	return !ok
}

// Extent is the operand and the dimension whose extent a loop runs over.
type Extent struct{ Operand, Dim int }

// Extents returns for each loop the first subscript of an operand that is its iteration; ok is false if some
// loop is none.
func (s *Structured) Extents() (extents []Extent, ok bool) {
	extents = make([]Extent, s.NumLoops())
	known := make([]bool, s.NumLoops())
	for i, m := range s.Maps {
		for d, e := range m.Results {
			if e.Kind == affine.Dim && !known[e.Value] {
				extents[e.Value], known[e.Value] = Extent{i, d}, true
			}
		}
	}
	for _, k := range known {
		if !k {
			return nil, false
		}
	}
	return extents, true
}

// Covers reports whether the subscripts of each operand certainly go through all of its elements: each is a
// loop, or a sum of loops, as those of a window that moves by one are.
func (s *Structured) Covers() bool {
	for _, m := range s.Maps {
		for _, e := range m.Results {
			steps := false
			e.Walk(func(part *affine.Expr) {
				steps = steps || part.Kind != affine.Dim && part.Kind != affine.Add
			})
			if steps {
				return false
			}
		}
	}
	return true
}

// Uses reports whether the body uses the element of operand i.
func (s *Structured) Uses(i int) bool {
	return i < s.Body.NumArgs() && s.Body.Arg(i).HasUses()
}

// Overwrites reports whether what output i, counted with the inputs, holds before does not matter: every
// element is written, and none is used.
func (s *Structured) Overwrites(i int) bool { return fills(s.Op, i) && !s.Uses(i) }

// shapeOf returns the extents of a type of memory or tensors; ok is false for others.
func shapeOf(t ir.Type) (shape []int64, ok bool) {
	switch t := t.(type) {
	case *ir.MemRefType:
		return t.Shape, t.Ranked
	case *ir.TensorType:
		return t.Shape, t.Ranked
	}
	return nil, false
}

// elementOf returns the type of the elements of memory and tensors, and other types themselves.
func elementOf(t ir.Type) ir.Type {
	switch t := t.(type) {
	case *ir.MemRefType:
		return t.Elem
	case *ir.TensorType:
		return t.Elem
	}
	return t
}

// elements returns elementOf of all types.
func elements(types []ir.Type) []ir.Type {
	out := make([]ir.Type, len(types))
	for i, t := range types {
		out[i] = elementOf(t)
	}
	return out
}

// nameArguments calls the arguments of a body after what they are elements of.
func nameArguments(op *ir.Op, set func(*ir.Value, string)) {
	if op.Body() == nil {
		return
	}
	s := shapes[op.Def()]
	first, _ := s.outputs(op)
	for i, a := range op.Body().Args() {
		switch {
		case i < first:
			set(a, "in")
		case s.out != "":
			set(a, s.out)
		default:
			set(a, "out")
		}
	}
}
