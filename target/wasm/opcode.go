package wasm

// opcode is an instruction of WebAssembly. It is one byte or, for an instruction with a prefix, the prefix
// times 1<<16 plus the number behind it.
type opcode uint32

// The instructions that are not in tables (Core Specification, section 5.4).
const (
	opUnreachable  opcode = 0x00
	opBlock        opcode = 0x02
	opLoop         opcode = 0x03
	opIf           opcode = 0x04
	opElse         opcode = 0x05
	opEnd          opcode = 0x0b
	opBr           opcode = 0x0c
	opBrIf         opcode = 0x0d
	opBrTable      opcode = 0x0e
	opReturn       opcode = 0x0f
	opCall         opcode = 0x10
	opCallIndirect opcode = 0x11
	opDrop         opcode = 0x1a
	opSelect       opcode = 0x1b
	opSelectT      opcode = 0x1c
	opLocalGet     opcode = 0x20
	opLocalSet     opcode = 0x21
	opLocalTee     opcode = 0x22
	opGlobalGet    opcode = 0x23
	opGlobalSet    opcode = 0x24

	opI32Load    opcode = 0x28
	opI64Load    opcode = 0x29
	opF32Load    opcode = 0x2a
	opF64Load    opcode = 0x2b
	opI32Load8U  opcode = 0x2d
	opI32Load16U opcode = 0x2f
	opI32Store   opcode = 0x36
	opI64Store   opcode = 0x37
	opF32Store   opcode = 0x38
	opF64Store   opcode = 0x39
	opI32Store8  opcode = 0x3a
	opI32Store16 opcode = 0x3b
	opMemorySize opcode = 0x3f
	opMemoryGrow opcode = 0x40

	opI32Const opcode = 0x41
	opI64Const opcode = 0x42
	opF32Const opcode = 0x43
	opF64Const opcode = 0x44

	opI32Eqz opcode = 0x45
	opI32Eq  opcode = 0x46
	opI32Ne  opcode = 0x47
	opI32LtS opcode = 0x48
	opI32LtU opcode = 0x49
	opI32GtS opcode = 0x4a
	opI32GtU opcode = 0x4b
	opI32LeS opcode = 0x4c
	opI32LeU opcode = 0x4d
	opI32GeS opcode = 0x4e
	opI32GeU opcode = 0x4f
	opI64Eqz opcode = 0x50
	opF32Eq  opcode = 0x5b
	opF64Eq  opcode = 0x61

	opI32Clz    opcode = 0x67
	opI32Add    opcode = 0x6a
	opI32Sub    opcode = 0x6b
	opI32Mul    opcode = 0x6c
	opI32DivS   opcode = 0x6d
	opI32DivU   opcode = 0x6e
	opI32RemS   opcode = 0x6f
	opI32RemU   opcode = 0x70
	opI32And    opcode = 0x71
	opI32Or     opcode = 0x72
	opI32Xor    opcode = 0x73
	opI32Shl    opcode = 0x74
	opI32ShrS   opcode = 0x75
	opI32ShrU   opcode = 0x76
	opF32Abs    opcode = 0x8b
	opF32Neg    opcode = 0x8c
	opF32Ceil   opcode = 0x8d
	opF32Add    opcode = 0x92
	opF32Min    opcode = 0x96
	opI32Wrap   opcode = 0xa7
	opI64ExtS   opcode = 0xac
	opI64ExtU   opcode = 0xad
	opF32Demote opcode = 0xb6
	opF64Promot opcode = 0xbb
	opI32OfF32  opcode = 0xbc
	opI64OfF64  opcode = 0xbd
	opF32OfI32  opcode = 0xbe
	opF64OfI64  opcode = 0xbf
	opI32Ext8   opcode = 0xc0
	opI32Ext16  opcode = 0xc1

	prefixBulk = 0xfc << 16
	prefixSIMD = 0xfd << 16
	prefixAtom = 0xfe << 16

	opTruncSat   opcode = prefixBulk // i32 of f32 signed; the others follow
	opMemoryCopy opcode = prefixBulk | 10

	opI32AtomicStore   opcode = prefixAtom | 0x17
	opI32AtomicCmpxchg opcode = prefixAtom | 0x48
)

// emit appends an instruction. The caller appends its immediates.
func (b *buffer) emit(op opcode) {
	if op < 1<<16 {
		*b = append(*b, byte(op))
		return
	}
	*b = append(*b, byte(op>>16))
	b.u32(uint32(op & 0xffff))
}

// The distances between the instructions of i32 and those of i64, and between those of f32 and of f64.
const (
	compareI64 = 0x51 - 0x46
	integerI64 = 0x7c - 0x6a
	compareF64 = 0x61 - 0x5b
	floatF64   = 0x99 - 0x8b
)
