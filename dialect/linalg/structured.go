package linalg

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/affine"
)

// Structured describes a structured operation. For every point of a nest of loops, its body computes new
// elements of the outputs from elements of all operands.
type Structured struct {
	Op              *ir.Op
	Inputs, Outputs []*ir.Value
	// Maps gives the subscripts of each operand, inputs first, from the iterations of all loops.
	Maps []*affine.Map
	// Iterators has the kind of each loop: a case of IteratorType.
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

// shape is the knowledge of a definition about the loops of its operations.
type shape struct {
	out       string // name of arguments for elements of the outputs, "" for "out"
	outputs   func(op *ir.Op) (first, count int)
	maps      func(op *ir.Op) []*affine.Map
	iterators func(op *ir.Op) []int64
}

// shapes has the shape of each structured definition. The tables fill it.
var shapes = map[*ir.OpDef]*shape{}

// structured makes a definition a structured one.
func structured(def *ir.OpDef, s *shape) *ir.OpDef {
	shapes[def] = s
	def.Traits |= ir.SingleBlock
	def.ImplicitTerminator = Yield.Name
	def.Effects = effects
	def.BlockArgNames = nameArguments
	def.VerifyRegions = verifyStructured
	return def
}

// IsStructured reports whether a definition is a structured one.
func IsStructured(def *ir.OpDef) bool { return shapes[def] != nil }

// StructuredOf returns the description of a structured operation, which must be valid.
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

// IsScalar reports whether operand i is itself the value that the body gets, and not a buffer or tensor.
func (s *Structured) IsScalar(i int) bool {
	_, ok := shapeOf(s.Op.Operand(i).Type())
	return !ok
}

// Extent is the operand and the dimension whose extent a loop runs over.
type Extent struct{ Operand, Dim int }

// Extents returns for each loop the first subscript of an operand that equals the loop. ok is false if a loop
// is no such subscript.
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

// Covers reports whether the subscripts of each operand certainly reach all of its elements. That is so if
// each subscript is a loop, or a sum of loops as in a window that moves by one.
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

// Overwrites reports whether the old contents of output i, counted with the inputs, have no effect: every
// element is written, and the body uses none.
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

// elementOf returns the element type of memory and tensors. It returns other types unchanged.
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

// nameArguments names the arguments of a body after the operands whose elements they are.
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
