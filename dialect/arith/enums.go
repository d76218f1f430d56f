package arith

import "github.com/inflight-compiler/inflight/ir"

// The predicates of arith.cmpi.
const (
	EQ int64 = iota
	NE
	SLT
	SLE
	SGT
	SGE
	ULT
	ULE
	UGT
	UGE
)

// The predicates of arith.cmpf. If an operand is NaN, the ordered ones are false and the unordered ones true.
const (
	AlwaysFalse int64 = iota
	OEQ
	OGT
	OGE
	OLT
	OLE
	ONE
	ORD
	UEQ
	UnorderedGT
	UnorderedGE
	UnorderedLT
	UnorderedLE
	UNE
	UNO
	AlwaysTrue
)

// The flags of FastMath.
const (
	FastNone     int64 = 0
	FastReassoc  int64 = 1
	FastNoNaNs   int64 = 2
	FastNoInfs   int64 = 4
	FastNoZeros  int64 = 8
	FastRecip    int64 = 16
	FastContract int64 = 32
	FastApprox   int64 = 64
	FastAll      int64 = 127
)

// The flags of Overflow.
const (
	NoSignedWrap   int64 = 1
	NoUnsignedWrap int64 = 2
)

// The rounding modes.
const (
	ToNearestEven int64 = iota
	Downward
	Upward
	TowardZero
	ToNearestAway
)

// CmpIPredicate is the enumeration of integer predicates.
var CmpIPredicate = &ir.EnumDef{Integer: true, Width: 64,
	Cases: cases("eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge")}

// CmpFPredicate is the enumeration of floating-point predicates.
var CmpFPredicate = &ir.EnumDef{Integer: true, Width: 64,
	Cases: cases("false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule",
		"une", "uno", "true")}

// RoundingMode is the enumeration of rounding modes.
var RoundingMode = &ir.EnumDef{Integer: true, Width: 32,
	Cases: cases("to_nearest_even", "downward", "upward", "toward_zero", "to_nearest_away")}

// FastMath is #arith.fastmath: the assumptions that a floating-point operation may make.
var FastMath = &ir.EnumDef{Dialect: "arith", Mnemonic: "fastmath", Bits: true, Separator: ",",
	Cases: []ir.EnumCase{
		{Name: "none", Value: FastNone}, {Name: "reassoc", Value: FastReassoc},
		{Name: "nnan", Value: FastNoNaNs},
		{Name: "ninf", Value: FastNoInfs}, {Name: "nsz", Value: FastNoZeros},
		{Name: "arcp", Value: FastRecip},
		{Name: "contract", Value: FastContract}, {Name: "afn", Value: FastApprox},
		{Name: "fast", Value: FastAll},
	}}

// Overflow is #arith.overflow: the kinds of wraps that do not happen in an integer operation.
var Overflow = &ir.EnumDef{Dialect: "arith", Mnemonic: "overflow", Bits: true, Separator: ", ",
	Cases: []ir.EnumCase{
		{Name: "none", Value: 0}, {Name: "nsw", Value: NoSignedWrap}, {Name: "nuw", Value: NoUnsignedWrap},
	}}

// cases makes cases of the names, numbered from 0.
func cases(names ...string) []ir.EnumCase {
	out := make([]ir.EnumCase, len(names))
	for i, n := range names {
		out[i] = ir.EnumCase{Name: n, Value: int64(i)}
	}
	return out
}
