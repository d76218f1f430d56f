package wasm

import (
	"encoding/binary"
	"math"
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/ir"
)

func init() {
	registerStatements(map[string]func(*function, *ir.Op){
		"memref.get_global": func(*function, *ir.Op) {}, // ptr.to_ptr has the address
	})
	constants["ptr.to_ptr"] = pushGlobal
}

// pushGlobal pushes the address of a global.
func pushGlobal(f *function, op *ir.Op) {
	if from := op.Operand(0).DefiningOp(); from != nil && from.Name() == "memref.get_global" {
		if ref, ok := from.Attr("name").(*ir.SymbolRefAttr); ok {
			f.i32Const(int64(f.globals[ref.Root]))
			return
		}
	}
	f.fail(op, codeOp, "on a memref cannot be compiled to WebAssembly")
}

// maxData is the largest number of bytes that globals may have together.
const maxData = 1 << 31

// declareGlobal reserves memory for a global, and gives that memory its contents.
func (m *compiler) declareGlobal(op *ir.Op) {
	t, ok := op.Attr("type").(*ir.TypeAttr)
	if !ok {
		return
	}
	mt, ok := t.Type.(*ir.MemRefType)
	if !ok {
		return
	}
	if _, ok := scalarOf(scalarPart(mt.Elem)); !ok {
		m.fail(op, codeOp, "has elements of type %v, which WebAssembly does not have", mt.Elem)
		return
	}
	size, total := elementBytes(mt.Elem), elements(mt.Shape)
	alignment, _ := op.IntAttr("alignment")
	if alignment > maxData/2 {
		m.fail(op, codeSize, "has the alignment %d, which memory has no such address for", alignment)
		return
	}
	if m.dataEnd = align(m.dataEnd, max(uint32(alignment), 64)); total > (maxData-int64(m.dataEnd))/size {
		m.fail(op, codeSize, "does not fit into memory")
		return
	}
	m.globals[op.SymbolName()] = m.dataEnd
	if value := op.Attr("initial_value"); value != nil && value != ir.Attr(op.Context().Unit) && total > 0 {
		a, problem := op.Context().Elements(value)
		if problem != "" {
			m.fail(op, codeOp, "has a value without elements: %s", problem)
			return
		}
		m.initialize(a, mt.Elem, total)
	}
	m.dataEnd += uint32(total * size)
}

// scalarPart returns the type of a complex number's parts. It returns other types unchanged.
func scalarPart(t ir.Type) ir.Type {
	if number, ok := t.(*ir.ComplexType); ok {
		return number.Elem
	}
	return t
}

// mostRepeated is the largest number of bytes that equal elements take in a module. Longer repetitions are
// made in memory at the start.
const mostRepeated = 1 << 12

// initialize sets the contents of memory at dataEnd. Memory is zero already.
func (m *compiler) initialize(a *ir.DenseElementsAttr, elem ir.Type, total int64) {
	n := total
	if a.Splat {
		n = min(total, mostRepeated)
	}
	s := segment{address: m.dataEnd, bytes: contents(a, elem, n), size: uint32(total * elementBytes(elem))}
	if a.Splat && strings.Trim(s.bytes, "\x00") == "" {
		return
	}
	m.data = append(m.data, s)
}

// repeats reports whether the module has data that is repeated in memory at the start.
func (m *compiler) repeats() bool {
	return slices.ContainsFunc(m.data, func(s segment) bool { return int(s.size) > len(s.bytes) })
}

// repetition returns the code of a function that fills memory with equal elements. It copies the beginning of
// the memory behind itself, each time twice as many bytes.
func (m *compiler) repetition() (b buffer) {
	for _, s := range m.data {
		for n := uint64(len(s.bytes)); n < uint64(s.size); n *= 2 {
			for _, v := range []uint64{uint64(s.address) + n, uint64(s.address), min(n, uint64(s.size)-n)} {
				b.emit(opI32Const)
				b.s64(int64(int32(uint32(v))))
			}
			b.emit(opMemoryCopy)
			b.byte(0, 0)
		}
	}
	b.emit(opEnd)
	return b
}

// elements returns the number of elements of a shape, or math.MaxInt64 if there are more than maxData.
func elements(shape []int64) int64 {
	if slices.Contains(shape, 0) {
		return 0
	}
	total := int64(1)
	for _, n := range shape {
		if total > maxData/n {
			return math.MaxInt64
		}
		total *= n
	}
	return total
}

// contents returns elements in the form that they have in memory.
func contents(a *ir.DenseElementsAttr, elem ir.Type, n int64) string {
	size := int(elementBytes(elem))
	if _, ok := elem.(*ir.ComplexType); ok { // an attribute stores their parts as memory does
		if a.Splat {
			return strings.Repeat(a.Data[:size], int(n))
		}
		return a.Data[:int(n)*size]
	}
	mask := uint64(math.MaxUint64)
	if w := widthOf(elem); w < 64 {
		mask = 1<<w - 1
	}
	out := make([]byte, 0, int(n)*size)
	for i := range int(n) {
		var word [8]byte
		binary.LittleEndian.PutUint64(word[:], a.Element(i)&mask)
		out = append(out, word[:size]...)
	}
	return string(out)
}
