package llvm

import "github.com/inflight-compiler/inflight/ir"

// The flags of operations.
var (
	// FastmathFlags is #llvm.fastmath: the assumptions that a floating-point operation may make.
	FastmathFlags = &ir.EnumDef{Dialect: "llvm", Mnemonic: "fastmath", Bits: true, Separator: ", ",
		Cases: []ir.EnumCase{
			{Name: "none", Value: 0}, {Name: "nnan", Value: 1}, {Name: "ninf", Value: 2},
			{Name: "nsz", Value: 4},
			{Name: "arcp", Value: 8}, {Name: "contract", Value: 16}, {Name: "afn", Value: 32},
			{Name: "reassoc", Value: 64},
			{Name: "fast", Value: 127},
		}}
	// OverflowFlags says which overflows make an integer operation's result poison.
	OverflowFlags = &ir.EnumDef{Dialect: "llvm", Mnemonic: "overflow", Integer: true, Width: 32, Bits: true,
		Separator: ", ",
		Cases: []ir.EnumCase{{Name: "none", Value: 0}, {Name: "nsw", Value: NSW},
			{Name: "nuw", Value: NUW}}}
	// GEPFlags says what makes the result of a getelementptr poison. inbounds is two flags: the first of them
	// never stands alone.
	GEPFlags = &ir.EnumDef{Dialect: "llvm", Mnemonic: "gep", Integer: true, Width: 32, Bits: true,
		Separator: "|", Cases: []ir.EnumCase{
			{Name: "none", Value: 0}, {Name: "inbounds_flag", Value: 1}, {Name: "nusw", Value: 2},
			{Name: "nuw", Value: 4},
			{Name: "inbounds", Value: GEPInbounds},
		}}
)

// Flags of integer arithmetic and of getelementptr.
const (
	NSW         = 1
	NUW         = 2
	GEPInbounds = 3
	GEPNUW      = 4
)

// The orderings of atomic accesses.
const (
	NotAtomic = 0
	Unordered = 1
	Monotonic = 2
	Acquire   = 4
	Release   = 5
	AcqRel    = 6
	SeqCst    = 7
)

// Ordering is the ordering of an atomic access.
var Ordering = &ir.EnumDef{Dialect: "llvm", Mnemonic: "ordering", Integer: true, Width: 64,
	Cases: []ir.EnumCase{
		{Name: "not_atomic", Value: NotAtomic}, {Name: "unordered", Value: Unordered},
		{Name: "monotonic", Value: Monotonic},
		{Name: "acquire", Value: Acquire}, {Name: "release", Value: Release},
		{Name: "acq_rel", Value: AcqRel},
		{Name: "seq_cst", Value: SeqCst},
	}}

// BinOp is the operation of an atomicrmw.
var BinOp = enumeration("bin_op", "xchg", "add", "sub", "_and", "nand", "_or", "_xor", "max", "min", "umax",
	"umin", "fadd", "fsub",
	"fmax", "fmin", "uinc_wrap", "udec_wrap", "usub_cond", "usub_sat", "fmaximum", "fminimum")

// The operations of atomicrmw, in the order of their values.
const (
	BinOpXchg = iota
	BinOpAdd
	BinOpSub
	BinOpAnd
	BinOpNand
	BinOpOr
	BinOpXor
	BinOpMax
	BinOpMin
	BinOpUMax
	BinOpUMin
	BinOpFAdd
	BinOpFSub
	BinOpFMax
	BinOpFMin
)

// BinOpFMaximum and BinOpFMinimum order -0 and propagate NaN.
const (
	BinOpFMaximum = 19
	BinOpFMinimum = 20
)

// The predicates of comparisons.
var (
	ICmpPredicate = enumeration("icmp", "eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge")
	FCmpPredicate = enumeration("fcmp", "_false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq",
		"ugt", "uge", "ult", "ule",
		"une", "uno", "_true")
)

// The predicates of icmp, in the order of their values.
const (
	EQ = iota
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

// UnnamedAddr says whether a symbol may be merged with another of equal contents. Visibility says which
// modules see a symbol.
var (
	UnnamedAddr = enumeration("unnamed_addr", "", "local_unnamed_addr", "unnamed_addr")
	Visibility  = enumeration("visibility", "", "hidden", "protected")
)

// enumeration is an enumeration stored as a 64-bit integer. Its cases are numbered from 0.
func enumeration(mnemonic string, names ...string) *ir.EnumDef {
	return &ir.EnumDef{Dialect: "llvm", Mnemonic: mnemonic, Integer: true, Width: 64, Cases: cases(names...)}
}

func cases(names ...string) []ir.EnumCase {
	list := make([]ir.EnumCase, len(names))
	for i, name := range names {
		list[i] = ir.EnumCase{Name: name, Value: int64(i)}
	}
	return list
}

// Linkage is #llvm.linkage<external>.
var Linkage = &ir.EnumDef{Dialect: "llvm", Mnemonic: "linkage",
	Cases: cases("external", "available_externally", "linkonce",
		"linkonce_odr", "weak", "weak_odr", "appending", "internal", "private", "extern_weak", "common")}

// The linkages that passes need.
const (
	LinkageExternal   = 0
	LinkageInternal   = 7
	LinkagePrivate    = 8
	LinkageExternWeak = 9
	LinkageCommon     = 10
)

// CConv is #llvm.cconv<ccc>: the calling convention.
var CConv = &ir.EnumDef{Dialect: "llvm", Mnemonic: "cconv", Cases: []ir.EnumCase{
	{Name: "ccc", Value: 0}, {Name: "fastcc", Value: 8}, {Name: "coldcc", Value: 9},
	{Name: "cc_10", Value: 10}, {Name: "cc_11", Value: 11},
	{Name: "anyregcc", Value: 13}, {Name: "preserve_mostcc", Value: 14}, {Name: "preserve_allcc", Value: 15},
	{Name: "swiftcc", Value: 16},
	{Name: "cxx_fast_tlscc", Value: 17}, {Name: "tailcc", Value: 18}, {Name: "cfguard_checkcc", Value: 19},
	{Name: "swifttailcc", Value: 20},
	{Name: "x86_stdcallcc", Value: 64}, {Name: "x86_fastcallcc", Value: 65}, {Name: "arm_apcscc", Value: 66},
	{Name: "arm_aapcscc", Value: 67}, {Name: "arm_aapcs_vfpcc", Value: 68},
	{Name: "msp430_intrcc", Value: 69},
	{Name: "x86_thiscallcc", Value: 70}, {Name: "ptx_kernelcc", Value: 71}, {Name: "ptx_devicecc", Value: 72},
	{Name: "spir_funccc", Value: 75},
	{Name: "spir_kernelcc", Value: 76}, {Name: "intel_ocl_bicc", Value: 77},
	{Name: "x86_64_sysvcc", Value: 78}, {Name: "win64cc", Value: 79},
	{Name: "x86_vectorcallcc", Value: 80}, {Name: "hhvmcc", Value: 81}, {Name: "hhvm_ccc", Value: 82},
	{Name: "x86_intrcc", Value: 83},
	{Name: "avr_intrcc", Value: 84}, {Name: "avr_builtincc", Value: 86}, {Name: "amdgpu_vscc", Value: 87},
	{Name: "amdgpu_gscc", Value: 88},
	{Name: "amdgpu_cscc", Value: 90}, {Name: "amdgpu_kernelcc", Value: 91},
	{Name: "x86_regcallcc", Value: 92}, {Name: "amdgpu_hscc", Value: 93},
	{Name: "msp430_builtincc", Value: 94}, {Name: "amdgpu_lscc", Value: 95}, {Name: "amdgpu_escc", Value: 96},
	{Name: "aarch64_vectorcallcc", Value: 97}, {Name: "aarch64_sve_vectorcallcc", Value: 98},
	{Name: "wasm_emscripten_invokecc", Value: 99},
	{Name: "amdgpu_gfxcc", Value: 100}, {Name: "m68k_intrcc", Value: 101},
}}

// Enumerations of attributes.
var (
	TailCallKind = &ir.EnumDef{Dialect: "llvm", Mnemonic: "tailcallkind",
		Cases: cases("none", "tail", "musttail", "notail")}
	FramePointerKind = &ir.EnumDef{Dialect: "llvm", Mnemonic: "framePointerKind",
		Cases: cases("none", "non-leaf", "all", "reserved", "non-leaf-no-reserve")}
	UWTableKind = &ir.EnumDef{Dialect: "llvm", Mnemonic: "uwtableKind", Cases: cases("none", "sync", "async")}
	ModRef      = &ir.EnumDef{Dialect: "llvm", Mnemonic: "mod_ref", Integer: true, Width: 64,
		Cases: cases("none", "read", "write", "readwrite")}
	Comdat = enumeration("comdat", "any", "exactmatch", "largest", "nodeduplicate", "samesize")
)

// The rounding modes.
const (
	RoundTowardZero    = 0
	RoundToNearest     = 1
	RoundUpward        = 2
	RoundDownward      = 3
	RoundToNearestAway = 4
)

// Rounding is the rounding mode of a conversion. ExceptionBehavior says how it treats floating-point
// exceptions.
var (
	Rounding = &ir.EnumDef{Dialect: "llvm", Mnemonic: "rounding", Integer: true, Width: 64,
		Cases: append(cases("towardzero", "tonearest", "upward", "downward", "tonearestaway"),
			ir.EnumCase{Name: "dynamic", Value: 7})}
	ExceptionBehavior = enumeration("exception_behavior", "ignore", "maytrap", "strict")
)

// enums lists the enumerations that attributes of the dialect can be.
var enums = []*ir.EnumDef{FastmathFlags, Linkage, CConv, TailCallKind, FramePointerKind, UWTableKind}
