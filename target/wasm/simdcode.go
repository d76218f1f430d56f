package wasm

// The instructions on values of 128 bits that are not in tables.
const (
	opV128Load     opcode = prefixSIMD
	opV128Store    opcode = prefixSIMD | 11
	opV128Const    opcode = prefixSIMD | 12
	opShuffle      opcode = prefixSIMD | 13
	opSwizzle      opcode = prefixSIMD | 14
	opSplat        opcode = prefixSIMD | 15 // of i8; those of i16, i32, i64, f32 and f64 follow
	opExtractI8    opcode = prefixSIMD | 22
	opReplaceI8    opcode = prefixSIMD | 23
	opExtractI16   opcode = prefixSIMD | 25
	opReplaceI16   opcode = prefixSIMD | 26
	opExtractI32   opcode = prefixSIMD | 27 // replace follows, then the same for i64, f32 and f64
	opV128Not      opcode = prefixSIMD | 77
	opV128And      opcode = prefixSIMD | 78
	opV128Or       opcode = prefixSIMD | 80
	opV128Xor      opcode = prefixSIMD | 81
	opBitSelect    opcode = prefixSIMD | 82
	opAnyTrue      opcode = prefixSIMD | 83
	opAllTrue      opcode = prefixSIMD | 99 // of i8; those of i16, i32 and i64 are 32 apart
	opLoad32Zero   opcode = prefixSIMD | 92
	opLoad64Zero   opcode = prefixSIMD | 93
	opStore32Lane  opcode = prefixSIMD | 90
	opStore64Lane  opcode = prefixSIMD | 91
	opDemoteZero   opcode = prefixSIMD | 94
	opPromoteLow   opcode = prefixSIMD | 95
	opTruncSatLane opcode = prefixSIMD | 248 // of f32 signed; unsigned follows
	opConvertLane  opcode = prefixSIMD | 250 // to f32 signed; unsigned follows
	opConvertLow   opcode = prefixSIMD | 254 // of the lower i32 to f64, signed; unsigned follows
)

// form is the type of lanes as the instructions know it.
type form uint8

const (
	i8x16 form = iota
	i16x8
	i32x4
	i64x2
	f32x4
	f64x2
	numForms
)

// ruleOf returns the form of lanes. ok is false if lanes are wider than their type, or if no instructions
// know them.
func ruleOf(l lanes) (form, bool) {
	switch {
	case l.float() && l.bits == 32:
		return f32x4, true
	case l.float():
		return f64x2, true
	case l.mask || !isExact(l):
		return 0, false
	}
	return map[int]form{8: i8x16, 16: i16x8, 32: i32x4, 64: i64x2}[l.bits], true
}

// isExact reports whether integers fill their lanes.
func isExact(l lanes) bool {
	typ, _ := scalarOf(l.elem)
	return int(widthOf(l.elem)) == l.bits && (typ == i32 || typ == i64) && !isHalfType(l)
}

func isHalfType(l lanes) bool { return l.bits == 16 && isFloat(l.elem) }

// row has an instruction in all forms: the number behind the prefix, 0 if the instruction does not have the
// form.
type row [numForms]uint16

// simdCodes holds the instructions that exist in several forms.
var simdCodes = map[string]row{
	"add": {110, 142, 174, 206, 228, 240}, "sub": {113, 145, 177, 209, 229, 241},
	"mul": {0, 149, 181, 213, 230, 242},
	"div": {f32x4: 231, f64x2: 243}, "min": {f32x4: 232, f64x2: 244}, "max": {f32x4: 233, f64x2: 245},
	"abs": {96, 128, 160, 192, 224, 236}, "neg": {97, 129, 161, 193, 225, 237},
	"sqrt": {f32x4: 227, f64x2: 239},
	"ceil": {f32x4: 103, f64x2: 116}, "floor": {f32x4: 104, f64x2: 117}, "trunc": {f32x4: 105, f64x2: 122},
	"nearest": {f32x4: 106, f64x2: 148},
	"min_s":   {118, 150, 182}, "min_u": {119, 151, 183}, "max_s": {120, 152, 184}, "max_u": {121, 153, 185},
	"shl": {107, 139, 171, 203}, "shr_s": {108, 140, 172, 204}, "shr_u": {109, 141, 173, 205},
	"eq": {35, 45, 55, 214, 65, 71}, "ne": {36, 46, 56, 215, 66, 72},
	"lt_s": {37, 47, 57, 216}, "lt_u": {38, 48, 58}, "gt_s": {39, 49, 59, 217}, "gt_u": {40, 50, 60},
	"le_s": {41, 51, 61, 218}, "le_u": {42, 52, 62}, "ge_s": {43, 53, 63, 219}, "ge_u": {44, 54, 64},
	"lt": {f32x4: 67, f64x2: 73}, "gt": {f32x4: 68, f64x2: 74}, "le": {f32x4: 69, f64x2: 75},
	"ge": {f32x4: 70, f64x2: 76},
	// From the lower or the upper lanes of half the width.
	"extend_low_s": {0, 135, 167, 199}, "extend_high_s": {0, 136, 168, 200},
	"extend_low_u": {0, 137, 169, 201}, "extend_high_u": {0, 138, 170, 202},
}

// simdCode returns an instruction in the form of lanes. ok is false if there is none.
func simdCode(name string, l lanes) (opcode, bool) {
	k, ok := ruleOf(l)
	n := simdCodes[name][k]
	return prefixSIMD | opcode(n), ok && n != 0
}
