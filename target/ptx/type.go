package ptx

import (
	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/ir"
)

// class is a kind of register.
type class uint8

const (
	pred class = iota
	b16
	b32
	b64
	classes = 4
)

// prefixes are the beginnings of the names of registers.
var prefixes = [classes]string{"%p", "%h", "%r", "%d"}

func (c class) String() string { return [classes]string{"pred", "b16", "b32", "b64"}[c] }

// bytes returns the number of bytes that a register of the class fills in memory.
func (c class) bytes() int64 { return [classes]int64{1, 2, 4, 8}[c] }

// word is the part of a value that one register holds.
type word struct {
	class class
	bits  uint32 // bits of the value; those above are 0 in integers
}

// words appends the words of a type. It returns false for types that registers cannot hold.
func words(list []word, t ir.Type) ([]word, bool) {
	switch t := t.(type) {
	case *ir.IntegerType:
		w, ok := integerWord(t.Width)
		return append(list, w), ok
	case *ir.FloatType:
		switch t.Kind {
		case ir.F16, ir.BF16:
			return append(list, word{b16, 16}), true
		case ir.F32:
			return append(list, word{b32, 32}), true
		case ir.F64:
			return append(list, word{b64, 64}), true
		}
		return list, false
	case *ir.VectorType:
		return vectorWords(list, t)
	}
	if space, ok := llvm.AddressSpace(t); ok {
		return append(list, pointerWord(space)), true
	}
	if members, ok := llvm.Members(t); ok {
		for _, m := range members {
			if list, ok = words(list, m); !ok {
				return list, false
			}
		}
		return list, true
	}
	if llvm.IsArray(t) {
		n, elem := llvm.ArrayOf(t)
		one, ok := words(nil, elem)
		if !ok || n*int64(len(one)) > maxWords {
			return list, false
		}
		for range n {
			list = append(list, one...)
		}
		return list, true
	}
	return list, false
}

// maxWords is above the number of registers of a thread.
const maxWords = 1 << 14

// integerWord returns the register of an integer. If no register has the width, it has 32 bits, or 64 for
// wider integers.
func integerWord(width uint32) (word, bool) {
	switch {
	case width == 1:
		return word{pred, 1}, true
	case width == 16:
		return word{b16, 16}, true
	case width <= 32:
		return word{b32, width}, true
	}
	return word{b64, width}, width <= 64
}

// pointerWord returns the register of a pointer. Addresses of shared memory have 32 bits.
func pointerWord(space int64) word {
	if space == llvm.Shared || space == llvm.SharedCluster {
		return word{b32, 32}
	}
	return word{b64, 64}
}

// vectorWords appends the words of a vector.
func vectorWords(list []word, t *ir.VectorType) ([]word, bool) {
	if t.Scalable != nil || len(t.Shape) != 1 || t.Shape[0] > maxWords {
		return list, false
	}
	one, ok := words(nil, t.Elem)
	if !ok || len(one) != 1 {
		return list, false
	}
	w := one[0]
	n := t.Shape[0]
	if p := packed(t); p > 1 {
		w, n = word{b32, 32}, n/p
	}
	for range n {
		list = append(list, w)
	}
	return list, true
}

// packed returns how many elements of a vector share a word.
func packed(t *ir.VectorType) int64 {
	switch bits := elementBits(t.Elem); {
	case bits == 16 && t.Shape[0]%2 == 0:
		return 2
	case bits == 8 && t.Shape[0]%4 == 0:
		return 4
	}
	return 1
}

// elementBits returns the width of an integer or a floating-point number, 0 for other types.
func elementBits(t ir.Type) uint32 {
	switch t := t.(type) {
	case *ir.IntegerType:
		return t.Width
	case *ir.FloatType:
		return uint32(t.Width())
	}
	return 0
}

// sizeOf returns the size and the alignment of a type in memory, according to LLVM's data layout for these
// devices.
func sizeOf(t ir.Type) (size, align int64) {
	switch t := t.(type) {
	case *ir.VectorType:
		bits := int64(elementBits(t.Elem)) * t.Shape[0]
		if _, ok := llvm.AddressSpace(t.Elem); ok {
			bits = 64 * t.Shape[0]
		}
		size = (bits + 7) / 8
		align = roundUp(size)
		return (size + align - 1) / align * align, align
	case *ir.IntegerType, *ir.FloatType:
		size = roundUp((int64(elementBits(t)) + 7) / 8)
		return size, min(size, 16)
	}
	if space, ok := llvm.AddressSpace(t); ok {
		n := pointerWord(space).class.bytes()
		return n, n
	}
	if members, ok := llvm.Members(t); ok {
		offset := int64(0)
		align = 1
		for _, m := range members {
			s, a := sizeOf(m)
			offset = (offset+a-1)/a*a + s
			align = max(align, a)
		}
		return (offset + align - 1) / align * align, align
	}
	if llvm.IsArray(t) {
		n, elem := llvm.ArrayOf(t)
		s, a := sizeOf(elem)
		return n * s, a
	}
	return 0, 1
}

// memberOffset returns the offset and the type of a member of a struct or an array.
func memberOffset(t ir.Type, i int64) (int64, ir.Type) {
	if members, ok := llvm.Members(t); ok {
		offset := int64(0)
		for j, m := range members {
			s, a := sizeOf(m)
			offset = (offset + a - 1) / a * a
			if int64(j) == i {
				return offset, m
			}
			offset += s
		}
	}
	if v, ok := t.(*ir.VectorType); ok {
		s, _ := sizeOf(v.Elem)
		return i * s, v.Elem
	}
	_, elem := llvm.ArrayOf(t)
	s, _ := sizeOf(elem)
	return i * s, elem
}

// roundUp returns the least power of two that is not below n.
func roundUp(n int64) int64 {
	p := int64(1)
	for p < n {
		p *= 2
	}
	return p
}
