package memref

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

const allocFormat = "`(`$dynamicSizes`)` (`` `[` $symbolOperands^ `]`)? attr-dict `:` type($memref)"

// Alloc is memref.alloc: memory that lives until it is deallocated.
var Alloc = allocLike("memref.alloc", "memory allocation operation", "alloc", 0)

// Alloca is memref.alloca: memory that lives until the enclosing allocation
// scope ends.
var Alloca = allocLike("memref.alloca", "stack memory allocation operation", "alloca", ir.StackAllocation)

func allocLike(name, summary, suggested string, traits ir.Trait) *ir.OpDef {
	return &ir.OpDef{
		Name:        name,
		Summary:     summary,
		Operands:    []ir.OperandDef{indices("dynamicSizes"), indices("symbolOperands")},
		Results:     result("memref", constraint.MemRef),
		Attrs:       []ir.AttrDef{alignmentAttr, constraint.OperandSegmentSize},
		Traits:      ir.AttrSizedOperands | traits,
		Format:      allocFormat,
		ResultNames: named(suggested),
		Verify:      verifyAlloc,
		Effects: func(op *ir.Op, add func(ir.Effect)) {
			add(ir.Effect{Kind: ir.Allocate, Value: op.Result(0), Whole: true})
		},
	}
}

func verifyAlloc(op *ir.Op) error {
	t := memRef(op.Result(0))
	_, sizes := op.OperandGroup(0)
	if err := verifyDynamicSizes(op, t, sizes); err != nil {
		return err
	}
	want := LayoutSymbols(t)
	if _, symbols := op.OperandGroup(1); symbols != want {
		return op.OpErrorf(codeMemRef,
			"symbol operand count does not equal memref symbol count: expected %d, got %d", want, symbols)
	}
	return nil
}

func verifyDynamicSizes(op *ir.Op, t *ir.MemRefType, sizes int) error {
	if want := DynamicDims(t.Shape); sizes != want {
		return op.OpErrorf(codeMemRef, "incorrect number of dynamic sizes, has %d, expected %d", sizes, want)
	}
	return nil
}

func verifyAlloca(op *ir.Op) error {
	inScope := false
	for p := range op.Ancestors() {
		inScope = inScope || p.Has(ir.AllocationScope)
	}
	if !inScope {
		return op.OpErrorf(codeMemRef, "requires an ancestor op with AutomaticAllocationScope trait")
	}
	return verifyAlloc(op)
}

// Dealloc is memref.dealloc: it frees memory of a memref.alloc.
var Dealloc = &ir.OpDef{
	Name:     "memref.dealloc",
	Summary:  "memory deallocation operation",
	Operands: []ir.OperandDef{operand("memref", anyMemRef)},
	Format:   "$memref attr-dict `:` type($memref)",
	Effects: func(op *ir.Op, add func(ir.Effect)) {
		add(ir.Effect{Kind: ir.Free, Value: op.Operand(0), Whole: true})
	},
}

// Realloc is memref.realloc: the contents of a memref in new memory of another size.
var Realloc = &ir.OpDef{
	Name:    "memref.realloc",
	Summary: "memory reallocation operation",
	Operands: []ir.OperandDef{
		operand("source", vectorLike),
		{Name: "dynamicResultSize", Type: constraint.Index, Arity: ir.Optional},
	},
	Results: result("", vectorLike),
	Attrs:   []ir.AttrDef{alignmentAttr},
	Format:  "$source (`(` $dynamicResultSize^ `)`)? attr-dict `:` type($source) `to` type(results)",
	Verify:  verifyRealloc,
	Effects: func(op *ir.Op, add func(ir.Effect)) {
		add(ir.Effect{Kind: ir.Read, Value: op.Operand(0), Whole: true})
		add(ir.Effect{Kind: ir.Free, Value: op.Operand(0), Whole: true})
		add(ir.Effect{Kind: ir.Allocate, Value: op.Result(0), Whole: true})
	},
}

func verifyRealloc(op *ir.Op) error {
	from, to := memRef(op.Operand(0)), memRef(op.Result(0))
	sized, dynamic := op.OptionalOperand(1) != nil, !IsStatic(to.Shape)
	switch {
	case !HasIdentityLayout(from):
		return op.Errorf(codeMemRef, "unsupported layout for source memref type '%v'", from)
	case !HasIdentityLayout(to):
		return op.Errorf(codeMemRef, "unsupported layout for result memref type '%v'", to)
	case from.MemorySpace != to.MemorySpace:
		return op.Errorf(codeMemRef,
			"different memory spaces specified for source memref type '%v' and result memref type '%v'", from,
			to)
	case from.Elem != to.Elem:
		return op.Errorf(codeMemRef,
			"different element types specified for source memref type '%v' and result memref type '%v'", from,
			to)
	case dynamic && !sized:
		return op.Errorf(codeMemRef, "missing dimension operand for result type '%v'", to)
	case sized && !dynamic:
		return op.Errorf(codeMemRef, "unnecessary dimension operand for result type '%v'", to)
	}
	return nil
}

// AllocaScope is memref.alloca_scope: a region at whose end its allocas are freed.
var AllocaScope = &ir.OpDef{
	Name:               "memref.alloca_scope",
	Summary:            "explicitly delimited scope for stack allocation",
	Results:            []ir.ResultDef{{Name: "results", Type: constraint.AnyType, Arity: ir.Variadic}},
	Regions:            []ir.RegionDef{{Name: "bodyRegion", Sized: true}},
	Traits:             ir.AllocationScope | ir.SingleBlock | ir.RecursiveEffects | ir.NoRegionArguments,
	ImplicitTerminator: "memref.alloca_scope.return",
	Parse:              parseAllocaScope,
	Print:              printAllocaScope,
	VerifyRegions:      verifyAllocaScope,
	RegionSuccessors: func(op *ir.Op, from int) []ir.RegionSuccessor {
		if from < 0 {
			return []ir.RegionSuccessor{{Region: 0}}
		}
		return []ir.RegionSuccessor{{Region: -1, Inputs: op.Results()}}
	},
}

// AllocaScopeReturn is memref.alloca_scope.return.
var AllocaScopeReturn = &ir.OpDef{
	Name:      "memref.alloca_scope.return",
	Summary:   "terminator for alloca_scope operation",
	Operands:  []ir.OperandDef{{Name: "results", Type: constraint.AnyType, Arity: ir.Variadic}},
	Traits:    ir.Pure | ir.ReturnLike | ir.Terminator,
	HasParent: []string{"memref.alloca_scope"},
	Format:    "attr-dict ($results^ `:` type($results))?",
}

func parseAllocaScope(p ir.OpParser, s *ir.OpState) error {
	types, err := p.TryArrowTypes()
	if err != nil {
		return err
	}
	s.Results = types
	body, err := p.Region(nil, false)
	if err != nil {
		return err
	}
	s.Regions = append(s.Regions, body)
	if err := p.EnsureTerminator(body, AllocaScopeReturn.Name, s.Loc); err != nil {
		return err
	}
	return p.AttrDict(s)
}

func printAllocaScope(p ir.OpPrinter, op *ir.Op) {
	p.Write(" ") // mlir-opt prints two spaces
	if op.NumResults() > 0 {
		p.Write(" -> (")
		p.Types(op.ResultTypes())
		p.Write(")")
	}
	p.Write(" ")
	p.Region(op.Region(0), false, op.NumResults() > 0)
	p.AttrDict(op)
}

func verifyAllocaScope(op *ir.Op) error {
	end := op.Body().Terminator()
	if end == nil {
		return nil // the table checks the terminator
	}
	edge := "along control flow edge from Operation " + end.Name() + " to parent: "
	if end.NumOperands() != op.NumResults() {
		return op.OpErrorf(codeMemRef,
			"%sregion branch point has %d operands, but region successor needs %d inputs",
			edge, end.NumOperands(), op.NumResults())
	}
	for i, v := range end.Operands() {
		if want := op.Result(i).Type(); v.Type() != want {
			return op.OpErrorf(codeMemRef,
				"%ssuccessor operand type #%d '%v' should match successor input type #%d '%v'",
				edge, i, v.Type(), i, want)
		}
	}
	return nil
}

// AssumeAlignment is memref.assume_alignment: the same memref, with the promise that it is aligned to so many
// bytes.
var AssumeAlignment = &ir.OpDef{
	Name:        "memref.assume_alignment",
	Summary:     "assumption that gives alignment information to the input memref",
	Operands:    []ir.OperandDef{operand("memref", constraint.MemRef)},
	Results:     result("result", constraint.MemRef),
	Attrs:       []ir.AttrDef{{Name: "alignment", Type: positiveI32}},
	Traits:      ir.Pure | ir.SameOperandsAndResultType,
	Format:      "$memref `,` $alignment attr-dict `:` type($memref)",
	ResultNames: named("assume_align"),
	View:        wholeView,
	Verify: func(op *ir.Op) error {
		if v, ok := op.IntAttr("alignment"); ok && v&(v-1) != 0 {
			return op.OpErrorf(codeMemRef, "alignment must be power of 2")
		}
		return nil
	},
}

// DistinctObjects is memref.distinct_objects: the same memrefs, with the promise that they do not overlap.
var DistinctObjects = &ir.OpDef{
	Name:     "memref.distinct_objects",
	Summary:  "assumption that acesses to specific memrefs will never alias",
	Operands: []ir.OperandDef{{Name: "operands", Type: constraint.MemRef, Arity: ir.Variadic}},
	Results:  []ir.ResultDef{{Name: "results", Type: constraint.MemRef, Arity: ir.Variadic}},
	Traits:   ir.Pure,
	Format:   "$operands attr-dict `:` type($operands)",
	InferTypes: func(_ *ir.Context, s *ir.OpState) ([]ir.Type, error) {
		return typesOf(s.Operands), nil
	},
	Verify: verifyDistinctObjects,
	View: func(op *ir.Op) (ir.View, bool) {
		if op.NumOperands() != 1 {
			return ir.View{}, false
		}
		return wholeView(op)
	},
}

func verifyDistinctObjects(op *ir.Op) error {
	if op.NumOperands() == 0 {
		return op.OpErrorf(codeMemRef, "expected at least one operand")
	}
	mismatch := op.NumOperands() != op.NumResults()
	for i, t := range op.ResultTypes() {
		mismatch = mismatch || op.Operand(i).Type() != t
	}
	if mismatch {
		return op.OpErrorf(codeMemRef, "operand types and result types must match")
	}
	return nil
}

func typesOf(vs []*ir.Value) []ir.Type {
	ts := make([]ir.Type, len(vs))
	for i, v := range vs {
		ts[i] = v.Type()
	}
	return ts
}

func init() { Alloca.Verify = verifyAlloca }
