package sim

import (
	"time"

	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/printed"
	"github.com/inflight-compiler/inflight/sim/internal/hazard"
	"github.com/inflight-compiler/inflight/value"
)

// The text that programs print goes to Config.Output. Each thread of control has a line of its own. The line
// is written out when it is complete, and before the thread orders another thread after itself. So lines of
// different threads do not mix, and text that happens before other text is written first.

func init() {
	register(map[string]emitter{"vector.print": emitPrint, "gpu.printf": emitPrintf})
}

// print appends text to the line of the thread.
func (t *thread) print(appendText func(dst []byte) []byte) {
	if t.line == nil {
		t.line = t.m.output.Line()
		t.m.lines = append(t.m.lines, t.line)
	}
	t.line.Print(appendText)
}

// emitPrint emits a vector.print: a string, or a number or vector and the punctuation behind it.
func emitPrint(c *compiler, op *ir.Op) error {
	if a, ok := op.Attr("stringLiteral").(*ir.StringAttr); ok {
		c.emit(instr{exec: execPrintText, data: a.Value})
		return nil
	}
	in := instr{exec: execPrintText, data: vector.MarkOf(op)}
	if op.NumOperands() > 0 {
		t := op.Operand(0).Type()
		elem := t
		if v, ok := t.(*ir.VectorType); ok {
			elem = v.Elem
		}
		if !printed.IsNumber(elem) {
			return c.unsupported(op, "of such numbers")
		}
		c.emit(instr{exec: execPrintValue, a: c.operand(op, 0), data: t})
	}
	c.emitFree(in)
	return nil
}

func execPrintText(t *thread, in *instr) {
	t.print(func(dst []byte) []byte { return append(dst, in.data.(string)...) })
}

// execPrintValue prints the number or vector in the registers from a on.
func execPrintValue(t *thread, in *instr) {
	t.print(func(dst []byte) []byte {
		if v, ok := in.data.(*ir.VectorType); ok {
			return printed.AppendVector(dst, v, func(i int) uint64 { return t.regs[int(in.a)+i] })
		}
		return printed.AppendNumber(dst, in.data.(ir.Type), t.regs[in.a])
	})
}

// emitPrintf emits a gpu.printf.
func emitPrintf(c *compiler, op *ir.Op) error {
	var types []ir.Type
	for _, v := range op.Operands() {
		types = append(types, v.Type())
	}
	format, err := printed.ParseFormat(op.StringAttr("format"), types)
	if err != nil {
		return c.unsupported(op, "with this format: "+err.Error())
	}
	args := c.slotsOf(op.Operands())
	c.emit(instr{exec: func(t *thread, in *instr) {
		t.print(func(dst []byte) []byte {
			return format.Append(dst, func(i int) uint64 { return t.regs[args[i]] })
		})
	}})
	return nil
}

// ---- functions of MLIR's runner libraries ----

// emitLibraryCall emits a call of a function of the libraries that programs of MLIR declare.
func (c *compiler) emitLibraryCall(op *ir.Op, f printed.Function) error {
	switch f.Kind {
	case printed.Number:
		c.emit(instr{exec: execPrintValue, a: c.operand(op, 0), data: f.Elem})
	case printed.Mark:
		c.emit(instr{exec: execPrintText, data: f.Text})
	case printed.Flops:
		c.emit(instr{exec: execPrintFlops, a: c.operand(op, 0)})
	case printed.Seconds:
		c.emit(instr{exec: execSeconds, dst: c.result(op, 0)})
	case printed.Nanos:
		c.emit(instr{exec: execNanos, dst: c.result(op, 0)})
	case printed.Seed, printed.Draw, printed.Drop:
		c.emitRandom(op, f.Kind)
	case printed.Verify:
		if _, isComplex := op.Operand(0).Type().(*ir.MemRefType).Elem.(*ir.ComplexType); isComplex {
			return op.Errorf(codeUnsupportedOp,
				"the simulator does not compare memory of complex numbers").Suggest("use --engine native")
		}
		in := instr{exec: execVerify, a: c.operand(op, 0), b: c.operand(op, 1), dst: c.result(op, 0),
			touches: true}
		in.data = op.Operand(0).Type()
		c.emit(in)
	default:
		c.emit(instr{exec: execPrintMemory, a: c.operand(op, 0), data: op.Operand(0).Type(),
			imm: uint64(f.Kind), touches: f.Kind == printed.Elements})
	}
	return nil
}

// emitRandom emits a call about random numbers. A generator is represented by its number.
func (c *compiler) emitRandom(op *ir.Op, k printed.Kind) {
	switch k {
	case printed.Seed:
		c.emit(
			instr{exec: randomly(func(g *printed.Generators, a, _ uint64) (uint64, error) {
				return g.Make(a)
			}), a: c.operand(op, 0), dst: c.result(op, 0)})
	case printed.Draw:
		c.emit(instr{exec: randomly((*printed.Generators).Draw), a: c.operand(op, 0), b: c.operand(op, 1),
			dst: c.result(op, 0)})
	default:
		c.emit(instr{exec: func(t *thread, in *instr) {
			if err := t.m.random.Drop(t.regs[in.a]); err != nil {
				t.fail(in, codeRandom, "%v", err)
			}
		}, a: c.operand(op, 0)})
	}
}

// randomly returns an exec function that puts the result of a function of the generators, for registers a and
// b, into register dst.
func randomly(of func(g *printed.Generators, a, b uint64) (uint64, error)) func(t *thread, in *instr) {
	return func(t *thread, in *instr) {
		n, err := of(&t.m.random, t.regs[in.a], t.regs[in.b])
		if err != nil {
			t.fail(in, codeRandom, "%v", err)
			return
		}
		t.regs[in.dst] = n
	}
}

func execPrintFlops(t *thread, in *instr) {
	flops := value.DecodeFloat(ir.F64, t.regs[in.a])
	t.m.output.Note(printed.AppendFlops(nil, flops))
}

func execSeconds(t *thread, in *instr) {
	t.regs[in.dst] = value.EncodeFloat(ir.F64, float64(time.Now().UnixMicro())/1e6)
}

func execNanos(t *thread, in *instr) { t.regs[in.dst] = uint64(time.Now().UnixNano()) }

// execPrintMemory prints the memory in register a, or only its shape if imm is set.
func execPrintMemory(t *thread, in *instr) {
	v := t.mems[in.a]
	if v == nil {
		t.fail(in, hazard.Uninitialized, "a memref is used before it is defined")
		return
	}
	m := v.printed(in.data.(*ir.MemRefType))
	if printed.Kind(in.imm) == printed.Shape {
		t.print(m.AppendShape)
		return
	}
	if t.readAll(in, v, m) {
		t.print(m.Append)
	}
}

// readAll reads all elements of memory that is printed or compared. Elements that nothing has written may be
// read, because nothing is computed from them. It returns false after stopping the machine.
func (t *thread) readAll(in *instr, v *view, m *printed.Memory) bool {
	t.charge(in.site, ir.NumElements(v.sizes))
	scalar := view{buf: v.buf, size: v.buf.grain}
	elements, imaginary := map[int64]uint64{}, map[int64]uint64{}
	t.idle = true
	defer func() { t.idle = false }()
	t.eachElement(in, v, func(index []int64, at int64) bool {
		place := v.linear(index)
		if _, isComplex := m.Elem.(*ir.ComplexType); !isComplex {
			elements[place] = t.load(in, v, at)
			return t.m.err == nil
		}
		elements[place] = t.load(in, &scalar, at)
		imaginary[place] = t.load(in, &scalar, at+scalar.size)
		return t.m.err == nil
	})
	m.Element = func(at int64) uint64 { return elements[at] }
	m.Imaginary = func(at int64) uint64 { return imaginary[at] }
	return t.m.err == nil
}

// printed returns the description of memory that is printed, without its elements. Its address is a number
// that no other buffer has, and has no other meaning.
func (v *view) printed(t *ir.MemRefType) *printed.Memory {
	const page = 1 << 12
	base := 1<<44 + v.buf.key%(1<<32)*page + uint64(v.origin)
	return &printed.Memory{Elem: t.Elem, Unranked: !t.Ranked, Base: base, Offset: v.offset, Sizes: v.sizes,
		Strides: v.strides}
}

// execVerify counts the elements in which the memory in register a differs from the memory in register b.
func execVerify(t *thread, in *instr) {
	v, w := t.mems[in.a], t.mems[in.b]
	if v == nil || w == nil {
		t.fail(in, hazard.Uninitialized, "a memref is used before it is defined")
		return
	}
	typ := in.data.(*ir.MemRefType)
	actual, expected := v.printed(typ), w.printed(typ)
	if t.readAll(in, v, actual) && t.readAll(in, w, expected) {
		n, text := printed.Compare(actual, expected)
		t.regs[in.dst] = uint64(n)
		t.m.output.Note(text)
	}
}
