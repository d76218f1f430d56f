package ir

import (
	"strings"

	"github.com/inflight-compiler/inflight/ir/affine"
)

// Dialect is a table of operations, with the types, attributes and functions of the dialect.
type Dialect struct {
	Name  string
	Ops   []*OpDef
	Enums []*EnumDef
	// Types lists the types without parameters by their text. They are kept as an OpaqueType.
	Types []string
	// Aliases has other spellings of some of these types, each with the text of the type that it stands for.
	Aliases map[string]string
	// Partial says that the dialect has operations upstream that are not in Ops. The error for an unknown
	// operation then lists those that are.
	Partial bool
	// Completions has an entry for each of these types whose values stand for the completion of work.
	Completions map[string]Completion
	// TypeDefs describes the types that have parameters.
	TypeDefs []*TypeDef
	// OpaqueAttrs lists the names of attributes that keep the text of their parameters, in an OpaqueAttr.
	OpaqueAttrs []string
	// VerifyAttr checks a discardable attribute of the dialect ("gpu.container_module") on any operation.
	VerifyAttr func(op *Op, a NamedAttr) error
	// AttributeDefs describes the attributes that have parameters.
	AttributeDefs []*AttributeDef
	// Constant makes an operation that yields attr as a value of typ, for folding. It returns nil if the
	// dialect has no such operation. The field is nil for a dialect without constants.
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
	// TypesMatch relates types of operands and results: custom syntax leaves out a type that follows from
	// another one, builders infer it, and the verifier checks it.
	TypesMatch []TypesMatch
	// HasParent lists the operations that may hold this one directly; nil
	// allows every parent.
	HasParent []string
	// ImplicitTerminator names the operation that ends a region of this one
	// when the text leaves it out.
	ImplicitTerminator string

	// Format is the custom syntax in the assembly-format language of MLIR's ODS ("$lhs `,` $rhs attr-dict `:`
	// type($result)"). Operations whose syntax this language cannot express have Parse and Print instead.
	// With neither, only the generic form exists.
	Format string
	Parse  func(p OpParser, s *OpState) error
	Print  func(p OpPrinter, op *Op)
	// PrintsFixed promises that Print asks only for attributes and for the numbers of operands and results,
	// and writes operands and types by their position: with OperandRange, OperandTypes, ResultTypes and
	// ArrowResults. Two operations that agree in all that Print asks for then have the same text up to
	// operands and types.
	PrintsFixed bool
	// PrintGeneric reports whether the custom form of the operation could not be read back where the
	// operation stands. Such an operation is printed in generic form.
	PrintGeneric func(op *Op) bool
	// ResultNames suggests names ("c0") for the results of the operation.
	ResultNames func(op *Op, set func(v *Value, name string))
	// BlockArgNames suggests names for the arguments of the operation's blocks.
	BlockArgNames func(op *Op, set func(v *Value, name string))
	// DefaultDialect is the dialect whose prefix may be left out in the
	// operation's regions ("func" for func.func); "" means none.
	DefaultDialect string

	// InferTypes computes the result types from the rest of the state, if the syntax does not give them. If
	// InferTypes is nil and the operation has the trait SameOperandsAndResultType, results have the type of
	// the first operand.
	InferTypes func(c *Context, s *OpState) ([]Type, error)
	// Verify checks facts that the tables cannot express. The verifier checks the tables first, then calls
	// Verify, then checks the regions, then calls VerifyRegions.
	Verify        func(op *Op) error
	VerifyRegions func(op *Op) error
	// VerifiesItself promises that Verify asks only for the operation's own attributes and for types, not for
	// other operations. The verifier calls it again only when one of these has changed.
	VerifiesItself bool
	// VerifySymbolUses checks the references of the operation to symbols.
	VerifySymbolUses func(op *Op, t *SymbolTables) error

	// Fold computes the results from constant operands; consts[i] is nil if operand i is not constant, and
	// consts must not be changed. It returns one FoldResult per result of the operation, FoldedInPlace if it
	// changed the operation, or nil if it did nothing.
	Fold func(op *Op, consts []Attr) []FoldResult
	// Canonicalize holds the patterns that the canonicalizer applies to this operation besides folding.
	Canonicalize []Pattern

	// Effects reports the effects of the operation on memory. If Effects is nil, an operation with the trait
	// Pure has none, one with RecursiveEffects has those of the operations in its regions, and any other
	// operation may have any effect.
	Effects func(op *Op, add func(Effect))
	// Collective says that the threads of a warp execute the operation together, once. Each access that
	// Effects reports is then made by one of these threads and not by all.
	Collective bool
	// Speculate reports whether the operation may run where the program would not run it, as a division by a
	// constant other than 0 may. If Speculate is nil, the traits decide.
	Speculate func(op *Op) bool
	// View describes the result of an operation that is a view of a memref operand.
	View func(op *Op) (View, bool)
	// Loop describes the operation as a counted loop, nil for other operations.
	Loop *LoopInterface
	// SuccessorOperands returns the range of operands passed to the arguments
	// of successor succ.
	SuccessorOperands func(op *Op, succ int) (first, count int)
	// RegionSuccessors returns the regions to which control goes from region number from, or on entry if from
	// is -1. Each comes with the values that receive the operands passed on.
	RegionSuccessors func(op *Op, from int) []RegionSuccessor
	// CombinesInto is set for operations that combine the results of a parallel loop's iterations (MLIR's
	// ParallelCombiningOpInterface). It returns the output of the loop that the operation changes.
	CombinesInto func(op *Op) *Value
	// Callee returns the symbol an operation calls.
	Callee func(op *Op) *SymbolRefAttr

	// AsyncDependencies, AsyncToken, RegionToken and RegionDependencies are the interfaces of asynchronous
	// operations; the methods of Op with these names say what they return. Async is set for an operation that
	// starts another thread of control or starts work on other hardware: its effects happen at any moment
	// between its issue and its completion. An operation with dependencies and without Async blocks until the
	// dependencies are complete (async.await).
	Async              func(op *Op) bool
	AsyncDependencies  func(op *Op) []*Value
	AsyncToken         func(op *Op) *Value
	RegionToken        func(op *Op, region int) *Value
	RegionDependencies func(op *Op, region int) []*Value
	// Isolated reports for one operation what the trait IsolatedFromAbove says of all operations of a
	// definition.
	Isolated func(op *Op) bool
	// Captures returns the operands that the operation's region captures: the last operands, one for each of
	// the region's last arguments.
	Captures func(op *Op) []*Value
	// Coroutine marks operations that suspend or resume a coroutine: the operations behind them may run on
	// another thread of control, at a moment that the program does not determine. Asynchronous operations are
	// lowered to these.
	Coroutine bool
	// QueueEffect says what the operation does to a queue of asynchronous groups.
	QueueEffect func(op *Op) QueueEffect
	// SetQueueCount makes n the in-flight count of a wait, which QueueEffect then returns.
	SetQueueCount func(op *Op, n int64)

	// Transfer says what the operation does to a transfer that has a tag, such as a dma_start.
	Transfer func(op *Op) Transfer

	// Launch describes the operation as a launch of a kernel, nil for other operations.
	Launch func(op *Op) Launch
	// Barrier, Atomic and ThreadNumber are facts about operations of threads; the methods of Op IsBarrier,
	// IsAtomic and ThreadNumber say what they return.
	Barrier      func(op *Op) bool
	Atomic       func(op *Op) bool
	ThreadNumber func(op *Op) ThreadNumber

	// Unregistered marks the definition of operations that no table describes.
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

// Arity says how many operands, results, regions or successors an entry of a table stands for.
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
	// Default makes the value of an attribute that was left out. An attribute with a default is always
	// present; the custom form does not print it if it equals the default.
	Default func(c *Context) Attr
	// Written says that the text in generic form must have the attribute although there is a default: only
	// builders may leave it out.
	Written bool
	// Implied makes the value that an absent Optional attribute stands for. The custom form does not print
	// this value (MLIR's DefaultValuedOptionalAttr).
	Implied func(c *Context) Attr
}

// TypesMatch says that the type of To, an operand or a result, follows from the type of From (MLIR's
// TypesMatchWith).
type TypesMatch struct {
	From, To string
	// Type returns the type that follows from the type of From, or nil if none follows.
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
	// Build returns the only type that matches, for syntax that leaves the type out. It is nil if several
	// types match.
	Build func(c *Context) Type
	// Def is set if only the types of Def match. For them, type(...) of custom syntax leaves the type's name
	// out.
	Def *TypeDef
}

// AttrConstraint is a predicate on attributes; Summary completes "attribute
// 'x' failed to satisfy constraint: ...".
type AttrConstraint struct {
	Summary string
	Match   func(Attr) bool // nil matches every attribute
	// Enum is set for attributes whose value is a case of an enumeration.
	Enum *EnumDef
	// Word is set for an enumeration whose property may be an integer of any type in the generic form. The
	// low bits of the integer are used.
	Word bool
	// Def is set if only the attributes of Def match. For them, custom syntax leaves the attribute's name
	// out.
	Def *AttributeDef
	// ValueType is the type of the typed attribute, if custom syntax leaves the type out (i64 for an
	// I64Attr). It is nil if the syntax has the type.
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
	// DeviceMapping marks the enumerations whose cases name the hardware that runs a dimension of a parallel
	// loop. The attributes that map loops hold such cases.
	DeviceMapping bool
	// Word marks enumerations that are written without angle brackets: #Dialect<Mnemonic case>. In custom
	// syntax they are written as the case alone.
	Word bool
}

// EnumCase is a name with its value.
type EnumCase struct {
	Name  string
	Value int64
}

// Trait is a set of facts that hold for all operations of a definition.
type Trait uint64

// The traits. A comment has MLIR's name where the name differs.
const (
	Terminator Trait = 1 << iota
	NoTerminator
	SingleBlock
	IsolatedFromAbove
	Commutative
	Idempotent
	Involution
	// Pure: no effect on memory, and safe to run anywhere (Pure).
	Pure
	// RecursiveEffects: the operation has the effects of the operations in its regions
	// (RecursiveMemoryEffects).
	RecursiveEffects
	// Speculatable: safe to run where the program would not run it (AlwaysSpeculatable). Pure includes it.
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
	// StackAllocation: the memory that the operation allocates is freed where the innermost AllocationScope
	// around the operation ends.
	StackAllocation
	AttrSizedOperands
	AttrSizedResults
	NoRegionArguments
)

// EffectKind is the kind of an operation's effect on a resource.
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

// Effect is one effect of an operation on memory. Value is the memref that it accesses, or nil for a resource
// other than the memory of any memref (a print, a DMA tag of its own). Map and Indices give the element: Map
// applied to Indices. Indices with a nil Map are the subscripts themselves; the effect may be on any element
// of dimensions without a subscript. If both are nil, the effect may be on any element. Extent is the number
// of consecutive elements along the last dimension (0 and 1: one).
type Effect struct {
	Kind    EffectKind
	Value   *Value
	Whole   bool // the effect is on every element of Value
	Map     *affine.Map
	Indices []*Value
	Extent  int64
}

// View describes a memref result that is a view of a memref operand.
type View struct {
	Source, Result *Value
	// Offsets, Sizes and Strides are per dimension of the source; nil means the whole source, as for a cast.
	// Dropped marks dimensions of the source with extent 1 that the result does not have.
	Offsets, Sizes, Strides []OpFoldResult
	Dropped                 []bool
	// Extents are the extents of the result. Nil means that they are the source's, or that only the type has
	// them.
	Extents []OpFoldResult
	// Reshape is set if dimensions of source and result do not correspond (collapse_shape, ...). At most one
	// of Split, Merged, Permuted and Flat is set then, and it tells which element of the source an element of
	// the view is. If none is set, it may be any element.
	Reshape bool
	// Split holds, per dimension of the source, the dimensions of the result into which it was split, the
	// slowest first.
	Split [][]int64
	// Merged holds, per dimension of the result, the dimensions of the source from which it was merged.
	Merged [][]int64
	// Permuted holds, per dimension of the result, the number of the same dimension in the source.
	Permuted []int64
	Flat     *Flat
}

// Flat describes a view by distances in memory.
type Flat struct {
	// Base says that elements are counted from the start of the memory in which the source is a view, and not
	// from the source's first element.
	Base bool
	// Offset is the number of the result's first element, counted in elements of the source's type.
	Offset OpFoldResult
	// Strides are per dimension of the result, in elements of the result; nil means that the elements lie in
	// row-major order without gaps.
	Strides []OpFoldResult
	// Unit is the number of elements of the source's type that take as much memory as one element of the
	// result; 0 if it is not known.
	Unit int64
}

// OpFoldResult is an integer: the constant Const if Value is nil, else the value Value, known only at run
// time.
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
	// Inits returns the operands that are the initial values of the carried values, and the region arguments
	// that receive them.
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
	// Unsigned says that the bounds are compared as unsigned numbers.
	Unsigned bool
}

// RegionSuccessor is a region that control may enter, with the values that receive the operands passed on.
// Region -1 stands for the operation's own results.
type RegionSuccessor struct {
	Region int
	Inputs []*Value
}

// FoldResult is the existing value or the constant to which a result folds.
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

// operandSizes returns the sizes of the operand groups, nil for an operation without AttrSizedOperands.
func (o *Op) operandSizes() []int64 {
	switch {
	case !o.Has(AttrSizedOperands):
		return nil
	case o.props != nil && o.props.operandSizes != nil:
		return o.props.operandSizes.Values
	}
	return o.Ints("operandSegmentSizes")
}

// resultSizes returns the sizes of the result groups, nil for an operation without AttrSizedResults.
func (o *Op) resultSizes() []int64 {
	switch {
	case !o.Has(AttrSizedResults):
		return nil
	case o.props != nil && o.props.resultSizes != nil:
		return o.props.resultSizes.Values
	}
	return o.Ints("resultSegmentSizes")
}

// group returns the range of entry i among n entries that share total values. Without sizes, at most one
// entry is not One; that entry has all values that the others leave.
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

// clampRange keeps a range inside [0, total), for operations that are not yet verified.
func clampRange(first, count, total int) (int, int) {
	first = min(max(first, 0), total)
	return first, min(max(count, 0), total-first)
}

// IsPure reports whether the traits of the operation, and those of the operations in it, say that it has no
// effect on memory and may run anywhere.
func (o *Op) IsPure() bool {
	if o.Has(Pure) {
		return true
	}
	if o.def.Unregistered || !o.Has(RecursiveEffects) || o.def.Effects != nil {
		return false
	}
	return o.allNested((*Op).IsPure)
}

// IsEffectFree reports whether the operation, with all operations in it, has no effect on memory. Unlike a
// pure operation, it may be unsafe to speculate.
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
