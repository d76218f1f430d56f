package ir

import (
	"strings"

	"github.com/inflight-compiler/inflight/ir/affine"
)

// Dialect is a table of operations with what belongs to them.
type Dialect struct {
	Name  string
	Ops   []*OpDef
	Enums []*EnumDef
	// Types lists the types of the dialect by their text; they have no parameters, and are kept as an
	// OpaqueType.
	Types []string
	// Completions says of those of them that stand for the completion of work what they stand for.
	Completions map[string]Completion
	// TypeDefs describes the types that have parameters.
	TypeDefs []*TypeDef
	// OpaqueAttrs lists the names of attributes whose parameters are kept as their text, in an OpaqueAttr.
	OpaqueAttrs []string
	// VerifyAttr checks a discardable attribute of the dialect ("gpu.container_module") on any operation.
	VerifyAttr func(op *Op, a NamedAttr) error
	// AttributeDefs describes the attributes that have parameters.
	AttributeDefs []*AttributeDef
	// Constant makes an operation that yields attr as a value of typ, for
	// folding; nil when the dialect has none. It returns nil when it cannot.
	Constant func(b *Builder, attr Attr, typ Type) *Op
}

// OpDef describes an operation: the columns of its table entry. Only Name is
// required.
type OpDef struct {
	Name    string // full name, "arith.addi"
	Summary string // one line for people

	Operands   []OperandDef
	Results    []ResultDef
	Attrs      []AttrDef // inherent attributes (properties), in printing order
	Regions    []RegionDef
	Successors []SuccessorDef
	Traits     Trait
	// TypesMatch relates types of operands and results: custom syntax leaves out those that follow, builders
	// infer them, and the verifier checks them.
	TypesMatch []TypesMatch
	// HasParent lists the operations that may hold this one directly; nil
	// allows every parent.
	HasParent []string
	// ImplicitTerminator names the operation that ends a region of this one
	// when the text leaves it out.
	ImplicitTerminator string

	// Format is the custom syntax in the assembly-format language of MLIR's
	// ODS ("$lhs `,` $rhs attr-dict `:` type($result)"). Operations whose
	// syntax it cannot say have Parse and Print instead. With neither, only
	// the generic form exists.
	Format string
	Parse  func(p OpParser, s *OpState) error
	Print  func(p OpPrinter, op *Op)
	// PrintsFixed says that Print asks for attributes and for the numbers of operands and results only, and
	// writes operands and types by their place: by OperandRange, OperandTypes, ResultTypes and ArrowResults.
	// Then operations that agree in what it asks for have the same text but for these.
	PrintsFixed bool
	// PrintGeneric reports operations whose custom form cannot be read back where they stand, so that the
	// generic form is printed.
	PrintGeneric func(op *Op) bool
	// ResultNames gives the values of the operation suggested names ("c0").
	ResultNames func(op *Op, set func(v *Value, name string))
	// BlockArgNames does the same for arguments of the operation's blocks.
	BlockArgNames func(op *Op, set func(v *Value, name string))
	// DefaultDialect is the dialect whose prefix may be left out in the
	// operation's regions ("func" for func.func); "" means none.
	DefaultDialect string

	// InferTypes computes the result types from the rest of the state where
	// the format does not give them. Nil with the trait
	// SameOperandsAndResultType means the type of the first operand.
	InferTypes func(c *Context, s *OpState) ([]Type, error)
	// Verify checks what the tables cannot say. Tables are checked before, then
	// the operation itself, then its regions, then VerifyRegions.
	Verify        func(op *Op) error
	VerifyRegions func(op *Op) error
	// VerifiesItself says that Verify asks for the operation's own attributes and for types only, not for
	// other operations, so that it finds nothing new as long as these are what they were.
	VerifiesItself bool
	// VerifySymbolUses checks the symbols the operation refers to.
	VerifySymbolUses func(op *Op, t *SymbolTables) error

	// Fold computes the results from constant operands; consts[i] is nil where
	// operand i is not constant, and consts must not be changed. It returns one result per result of the
	// operation, or nil when nothing folds. A changed operation that stays is
	// reported as FoldedInPlace.
	Fold func(op *Op, consts []Attr) []FoldResult
	// Canonicalize holds the rewrites the canonicalizer applies at this
	// operation besides folding.
	Canonicalize []Pattern

	// Effects reports what the operation does to memory. Nil with the trait
	// Pure means nothing, with RecursiveEffects what its regions do, and
	// otherwise anything at all.
	Effects func(op *Op, add func(Effect))
	// Collective says that the threads of a warp execute the operation together, once: of the accesses that
	// Effects reports, one after the other, each is made by one of them, and not by all.
	Collective bool
	// Speculate reports whether the operation may run where the program would
	// not run it, as a division by a constant other than 0 may. Nil means that
	// the traits say so.
	Speculate func(op *Op) bool
	// View describes operations whose result is a part of a memref operand.
	View func(op *Op) (View, bool)
	// Loop describes counted loops.
	Loop *LoopInterface
	// SuccessorOperands returns the range of operands passed to the arguments
	// of successor succ.
	SuccessorOperands func(op *Op, succ int) (first, count int)
	// RegionSuccessors returns where control goes from region number from (-1:
	// on entry), each with the values that receive the operands passed on.
	RegionSuccessors func(op *Op, from int) []RegionSuccessor
	// CombinesInto is set for operations that put the results of a parallel loop's iterations together
	// (MLIR's ParallelCombiningOpInterface). It returns the output of the loop that the operation changes.
	CombinesInto func(op *Op) *Value
	// Callee returns the symbol an operation calls.
	Callee func(op *Op) *SymbolRefAttr

	// AsyncDependencies, AsyncToken, RegionToken and RegionDependencies are the interfaces of asynchronous
	// operations; the methods of Op with these names say what they return. An operation that starts another
	// thread of control, or stands for work elsewhere, has Async set: what it does happens at any moment
	// between its issue and its completion. An operation with dependencies and without Async blocks until
	// they are complete (async.await).
	Async              func(op *Op) bool
	AsyncDependencies  func(op *Op) []*Value
	AsyncToken         func(op *Op) *Value
	RegionToken        func(op *Op, region int) *Value
	RegionDependencies func(op *Op, region int) []*Value
	// Isolated says of one operation what the trait IsolatedFromAbove says of all of a definition.
	Isolated func(op *Op) bool
	// Captures returns the last operands, as many as the last arguments of the operation's region stand for.
	Captures func(op *Op) []*Value
	// Coroutine marks what suspends or resumes a coroutine: what follows may run on another thread of
	// control, at a moment that the operations do not tell. Asynchronous operations are lowered to these.
	Coroutine bool
	// QueueEffect says what the operation does to a queue of asynchronous groups.
	QueueEffect func(op *Op) QueueEffect
	// SetQueueCount makes n the in-flight count of a wait: QueueEffect reads what it writes.
	SetQueueCount func(op *Op, n int64)

	// Unregistered marks the stand-in for an operation without a table entry.
	Unregistered bool

	shape *shape // computed when a context registers the definition first
}

// Attr returns the declaration of an inherent attribute, or nil.
func (d *OpDef) Attr(name string) *AttrDef {
	for i := range d.Attrs {
		if d.Attrs[i].Name == name {
			return &d.Attrs[i]
		}
	}
	return nil
}

// Match returns the entry of TypesMatch from which the type of an operand or a result follows, or nil.
func (d *OpDef) Match(to string) *TypesMatch {
	for i := range d.TypesMatch {
		if d.TypesMatch[i].To == to {
			return &d.TypesMatch[i]
		}
	}
	return nil
}

// DialectName returns the part of the name before the first dot.
func (d *OpDef) DialectName() string {
	if d.shape != nil {
		return d.shape.dialect
	}
	return dialectOf(d.Name)
}

func dialectOf(name string) string {
	if i := strings.IndexByte(name, '.'); i >= 0 {
		return name[:i]
	}
	return ""
}

// Arity says how many values an entry of a table stands for.
type Arity uint8

// The arities.
const (
	One Arity = iota
	Optional
	Variadic
)

// OperandDef declares an operand or a group of them. When several entries are
// not One, the operation has the trait AttrSizedOperands and the inherent
// attribute operandSegmentSizes.
type OperandDef struct {
	Name  string
	Type  TypeConstraint
	Arity Arity
}

// ResultDef declares a result or a group of them.
type ResultDef struct {
	Name  string
	Type  TypeConstraint
	Arity Arity
}

// AttrDef declares an inherent attribute.
type AttrDef struct {
	Name     string
	Type     AttrConstraint
	Optional bool
	// Default makes the value of an attribute that was left out; such an
	// attribute is always present and is not printed in custom form when it
	// equals the default.
	Default func(c *Context) Attr
	// Written says that generic form has the attribute all the same: its default is for who makes an
	// operation.
	Written bool
	// Implied makes the value that an Optional attribute stands for where it is absent; custom form does not
	// print it (MLIR's DefaultValuedOptionalAttr).
	Implied func(c *Context) Attr
}

// TypesMatch says that the type of To, the name of an operand or a result, follows from that of From (MLIR's
// TypesMatchWith).
type TypesMatch struct {
	From, To string
	// Type returns the type that follows, nil where From has a type that nothing follows from.
	Type func(c *Context, from Type) Type
	// Summary completes "failed to verify that ...".
	Summary string
}

// RegionDef declares a region, or with Variadic any number of them.
type RegionDef struct {
	Name  string
	Sized bool // exactly one block
	Any   bool // may be empty
	Arity Arity
}

// SuccessorDef declares a successor, or with Variadic any number of them.
type SuccessorDef struct {
	Name  string
	Arity Arity
}

// TypeConstraint is a predicate on types; Summary completes the sentence
// "operand #0 must be ..., but got ...".
type TypeConstraint struct {
	Summary string
	Match   func(Type) bool // nil matches every type
	// Build returns the only type that matches, for syntax that leaves the type
	// out; nil when there are several.
	Build func(c *Context) Type
	// Def is set where only its types match: type(...) of custom syntax then leaves their name out.
	Def *TypeDef
}

// AttrConstraint is a predicate on attributes; Summary completes "attribute
// 'x' failed to satisfy constraint: ...".
type AttrConstraint struct {
	Summary string
	Match   func(Attr) bool // nil matches every attribute
	// Enum is set for attributes whose value is a case of an enumeration.
	Enum *EnumDef
	// Word is set where a property in the generic form may be an integer of any type for an enumeration: its
	// low bits count.
	Word bool
	// Def is set where only its attributes match: custom syntax then leaves their name out.
	Def *AttributeDef
	// ValueType is the type of the typed attribute that the custom syntax
	// leaves out (i64 for an I64Attr); nil when it is written.
	ValueType func(c *Context) Type
	// Unit, Symbol and TypeAttr mark the kinds with a syntax of their own: unit
	// (only presence), a symbol's name (@name), a type.
	Unit, Symbol, TypeAttr bool
}

// EnumDef declares an enumeration. With Integer it is stored as an IntegerAttr
// (of Width bits); otherwise as #Dialect.Mnemonic<case>.
type EnumDef struct {
	Dialect, Mnemonic string
	Cases             []EnumCase
	Bits              bool // a set of cases, joined with Separator
	Separator         string
	Integer           bool
	Width             uint32
	// DeviceMapping marks the enumerations that say what a dimension of a parallel loop runs on: mappings of
	// loops hold them.
	DeviceMapping bool
	// Word marks enumerations without angle brackets: #Dialect<Mnemonic case>, and in custom syntax the case
	// alone.
	Word bool
}

// EnumCase is a name with its value.
type EnumCase struct {
	Name  string
	Value int64
}

// Trait is a set of facts about an operation that hold whatever its operands.
type Trait uint64

// The traits, with MLIR's names where they differ.
const (
	Terminator Trait = 1 << iota
	NoTerminator
	SingleBlock
	IsolatedFromAbove
	Commutative
	Idempotent
	Involution
	// Pure: no memory effect and safe to run anywhere (Pure).
	Pure
	// RecursiveEffects: the effects of the regions (RecursiveMemoryEffects).
	RecursiveEffects
	// Speculatable: safe to run where the program would not
	// (AlwaysSpeculatable); Pure includes it.
	Speculatable
	SameOperandsAndResultType
	SameTypeOperands
	SameOperandsShape   // SameOperandsAndResultShape
	SameOperandsElement // SameOperandsAndResultElementType
	Elementwise         // Elementwise, Scalarizable, Vectorizable, Tensorizable
	IsSymbolTable       // SymbolTable
	IsSymbol            // Symbol
	ConstantLike
	ReturnLike
	AffineScope
	AllocationScope // AutomaticAllocationScope
	AttrSizedOperands
	AttrSizedResults
	NoRegionArguments
)

// EffectKind is what an operation does to a resource.
type EffectKind uint8

// The kinds of effects.
const (
	Read EffectKind = iota
	Write
	Allocate
	Free
)

// String returns "read", "write", "allocate" or "free".
func (k EffectKind) String() string {
	return [...]string{"read", "write", "allocate", "free"}[k]
}

// Effect is one thing that an operation does to memory. Value is the memref acted on, or nil for a resource
// other than the memory of any memref (a print, a DMA tag of its own). Map and Indices give the element: Map
// applied to the Indices; a nil Map with Indices means the indices themselves, and any element of the
// dimensions that there is no index for; Indices nil and Map nil mean every element. Extent is the number of
// consecutive elements along the last dimension (0 and 1: one).
type Effect struct {
	Kind    EffectKind
	Value   *Value
	Whole   bool // every element of Value
	Map     *affine.Map
	Indices []*Value
	Extent  int64
}

// View is a memref result that shows part of a memref operand.
type View struct {
	Source, Result *Value
	// Offsets, Sizes and Strides are per dimension of the source; nil means the
	// whole source (a cast). Dropped marks source dimensions of extent 1 that the result lacks.
	Offsets, Sizes, Strides []OpFoldResult
	Dropped                 []bool
	// Extents are those of the result; nil means that they are the source's, or that the type alone gives
	// them.
	Extents []OpFoldResult
	// Reshape is set when dimensions do not correspond (collapse_shape, ...): an element of the view is the
	// element of the source that the one of Split, Merged, Permuted and Flat which is set says. Where none
	// is, it may be any.
	Reshape bool
	// Split holds, per dimension of the source, the dimensions of the result that it became, the slowest
	// first.
	Split [][]int64
	// Merged holds, per dimension of the result, the dimensions of the source that it is made of.
	Merged [][]int64
	// Permuted holds, per dimension of the result, that of the source.
	Permuted []int64
	Flat     *Flat
}

// Flat describes a view by distances in memory.
type Flat struct {
	// Base says that elements are counted from the beginning of the memory that the source shows part of, and
	// not from the source's own first one.
	Base bool
	// Offset is the number of the first element, among those of the source's type.
	Offset OpFoldResult
	// Strides are per dimension of the result, in elements of the result; nil means that there are no gaps.
	Strides []OpFoldResult
	// Unit is how many elements of the source's type an element of the result takes; 0 means that it is not
	// known.
	Unit int64
}

// OpFoldResult is an integer known now (Value nil) or at run time.
type OpFoldResult struct {
	Value *Value
	Const int64
}

// LoopInterface describes counted loops (MLIR's LoopLikeOpInterface).
type LoopInterface struct {
	// Dims is the number of induction variables.
	Dims func(op *Op) int
	// InductionVar returns induction variable d.
	InductionVar func(op *Op, d int) *Value
	// Bounds returns the bounds of dimension d.
	Bounds func(op *Op, d int) LoopBounds
	// Inits returns the range of operands that enter the loop as carried values,
	// and the region arguments that receive them.
	Inits func(op *Op) (operands []*Value, args []*Value)
	// Parallel reports that iterations may run in any order or at once.
	Parallel bool
}

// LoopBounds are the bounds of one loop dimension: iv runs from the maximum of
// Lower to the minimum of Upper, exclusive, by Step. Each bound is an affine
// map applied to operands; scf.for has identity maps of one dimension.
type LoopBounds struct {
	Lower, Upper                 *affine.Map
	LowerOperands, UpperOperands []*Value
	Step                         OpFoldResult
	// Unsigned says that the bounds are compared as unsigned numbers: one below 0 is a large one.
	Unsigned bool
}

// RegionSuccessor is a region that control may enter (Region -1: the
// operation's own results) with the values that receive what is passed.
type RegionSuccessor struct {
	Region int
	Inputs []*Value
}

// FoldResult is what a result folds to: an existing value or a constant.
type FoldResult struct {
	Value *Value
	Attr  Attr
}

// FoldedInPlace is returned by Fold when the operation was changed but stays.
var FoldedInPlace = []FoldResult{}

// OperandGroup returns the range of operands that entry i of the operand table
// stands for.
func (o *Op) OperandGroup(i int) (first, count int) {
	if s := o.def.shape; s != nil && s.operands.exact && i < len(o.operands) { // each entry stands for one
		return i, 1
	}
	return group(len(o.def.Operands), i, len(o.operands), o.operandSizes(),
		func(j int) Arity { return o.def.Operands[j].Arity })
}

// ResultGroup returns the range of results that entry i of the result table
// stands for.
func (o *Op) ResultGroup(i int) (first, count int) {
	if s := o.def.shape; s != nil && s.results.exact && i < len(o.results) {
		return i, 1
	}
	return group(len(o.def.Results), i, len(o.results), o.resultSizes(),
		func(j int) Arity { return o.def.Results[j].Arity })
}

// OperandsOf returns the operands of entry i of the operand table.
func (o *Op) OperandsOf(i int) []*Value {
	first, count := o.OperandGroup(i)
	return o.operandRange(first, count)
}

// OptionalOperand returns the operand of entry i of the table, nil if absent.
func (o *Op) OptionalOperand(i int) *Value {
	first, count := o.OperandGroup(i)
	if count == 0 {
		return nil
	}
	return o.operands[first].value
}

// operandSizes returns the sizes of the groups of operands, nil for an operation without.
func (o *Op) operandSizes() []int64 {
	switch {
	case !o.Has(AttrSizedOperands):
		return nil
	case o.props != nil && o.props.operandSizes != nil:
		return o.props.operandSizes.Values
	}
	return o.Ints("operandSegmentSizes")
}

// resultSizes returns the sizes of the groups of results, nil for an operation without.
func (o *Op) resultSizes() []int64 {
	switch {
	case !o.Has(AttrSizedResults):
		return nil
	case o.props != nil && o.props.resultSizes != nil:
		return o.props.resultSizes.Values
	}
	return o.Ints("resultSegmentSizes")
}

// group finds the range of entry i among n entries that share total values.
// Without sizes at most one entry is not One and takes what is left.
func group(n, i, total int, sizes []int64, arity func(int) Arity) (first, count int) {
	if sizes != nil {
		for j := 0; j < i && j < len(sizes); j++ {
			first += int(sizes[j])
		}
		if i < len(sizes) {
			count = int(sizes[i])
		}
		return clampRange(first, count, total)
	}
	for j := 0; j < i; j++ {
		if arity(j) == One {
			first++
		} else {
			first += total - (n - 1)
		}
	}
	if arity(i) == One {
		return clampRange(first, 1, total)
	}
	return clampRange(first, total-(n-1), total)
}

// clampRange keeps a range inside [0, total), for operations not yet verified.
func clampRange(first, count, total int) (int, int) {
	first = min(max(first, 0), total)
	return first, min(max(count, 0), total-first)
}

// IsPure reports whether the operation has no memory effect and may run
// anywhere, judging by its traits and those of what it holds.
func (o *Op) IsPure() bool {
	if o.Has(Pure) {
		return true
	}
	if o.def.Unregistered || !o.Has(RecursiveEffects) || o.def.Effects != nil {
		return false
	}
	return o.allNested((*Op).IsPure)
}

// IsEffectFree reports whether the operation, with everything it holds, has no
// memory effect; unlike a pure one it may be unsafe to speculate.
func (o *Op) IsEffectFree() bool {
	switch {
	case o.Has(Pure):
		return true
	case o.def.Unregistered:
		return false
	case o.def.Effects != nil:
		free := true
		o.def.Effects(o, func(Effect) { free = false })
		return free && (!o.Has(RecursiveEffects) || o.allNested((*Op).IsEffectFree))
	}
	return o.Has(RecursiveEffects) && o.allNested((*Op).IsEffectFree)
}

func (o *Op) allNested(ok func(*Op) bool) bool {
	for _, r := range o.regions {
		for _, b := range r.Blocks() {
			for inner := range b.Ops() {
				if !inner.Has(Terminator) && !ok(inner) {
					return false
				}
			}
		}
	}
	return true
}
