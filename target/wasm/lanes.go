package wasm

import (
	"encoding/binary"
	"slices"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

func isFloat(t ir.Type) bool {
	_, ok := constraint.ElementOrSelf(t).(*ir.FloatType)
	return ok
}

// splat replaces the scalar on the stack by a value of 128 bits with that scalar in all lanes.
func (f *function) splat(l lanes) {
	f.toLane(l)
	f.emit(opSplat + laneKind(l))
}

// laneKind returns the number of a lane's type: i8, i16, i32, i64, f32, f64.
func laneKind(l lanes) opcode {
	switch {
	case l.float() && l.bits == 32:
		return 4
	case l.float():
		return 5
	}
	return map[int]opcode{8: 0, 16: 1, 32: 2, 64: 3}[l.bits]
}

// toLane converts the scalar on the stack to the contents of a lane. A lane of a mask is all ones or all
// zeros. A lane that is wider than its type is zero-extended.
func (f *function) toLane(l lanes) {
	if !l.mask {
		return
	}
	zero := f.take(i32)
	f.set(zero)
	f.i32Const(0)
	f.get(zero)
	f.emit(opI32Sub)
	if l.bits == 64 {
		f.emit(opI64ExtS)
	}
	f.release(i32, zero)
}

// fill puts the scalar on the stack into a lane of the value below it. Lane number 0 makes that value of the
// scalar instead.
func (f *function) fill(l lanes, number int) {
	if number == 0 {
		f.splat(l)
		return
	}
	f.replace(l, number)
}

// replace puts the scalar on the stack into a lane of the value below it.
func (f *function) replace(l lanes, number int) {
	f.toLane(l)
	switch l.bits {
	case 8:
		f.emit(opReplaceI8)
	case 16:
		f.emit(opReplaceI16)
	default:
		f.emit(opExtractI32 + 2*(laneKind(l)-2) + 1)
	}
	f.code.byte(byte(number))
}

// pushLane pushes a lane of a vector as a scalar.
func (f *function) pushLane(v *ir.Value, number int) {
	l := f.lanes(v)
	if a, ok := ir.ConstantValue(v).(*ir.DenseElementsAttr); ok {
		f.pushBits(l.elem, a.Element(number))
		return
	}
	f.settle(v)
	f.pushPart(v, number/l.per())
	f.extract(l, number%l.per())
}

// extract replaces the value of 128 bits on the stack by one of its lanes, as a scalar.
func (f *function) extract(l lanes, number int) {
	switch l.bits {
	case 8:
		f.emit(opExtractI8)
	case 16:
		f.emit(opExtractI16)
	default:
		f.emit(opExtractI32 + 2*(laneKind(l)-2))
	}
	f.code.byte(byte(number))
	if l.mask {
		if l.bits == 64 {
			f.emit(opI32Wrap)
		}
		f.i32Const(1)
		f.emit(opI32And)
	}
}

// v128Const pushes 16 bytes.
func (f *function) v128Const(b [16]byte) {
	f.emit(opV128Const)
	f.code.byte(b[:]...)
}

// constantPart returns a part of a constant vector. Its lanes have the width in l.
func constantPart(l lanes, a *ir.DenseElementsAttr, part int) (out [16]byte) {
	for i := range min(l.per(), l.n-part*l.per()) {
		bits := a.Element(part*l.per() + i)
		if l.mask {
			bits = -(bits & 1)
		} else if w := widthOf(l.elem); w < 64 {
			bits &= 1<<w - 1
		}
		var word [8]byte
		binary.LittleEndian.PutUint64(word[:], bits)
		copy(out[i*l.bits/8:(i+1)*l.bits/8], word[:])
	}
	return out
}

// byteOf is a byte of a value of 128 bits in a local, or no byte.
type byteOf struct {
	local uint32
	at    int // -1 for no byte
}

// gather pushes a value of 128 bits that consists of bytes of other values.
func (f *function) gather(bytes [16]byteOf) {
	var sources []uint32
	for _, b := range bytes {
		if b.at >= 0 && !slices.Contains(sources, b.local) {
			sources = append(sources, b.local)
		}
	}
	switch {
	case len(sources) == 0:
		f.v128Const([16]byte{})
		return
	case len(sources) == 1 && isIdentity(bytes):
		f.get(sources[0])
		return
	case len(sources) == 1: // a shuffle would have two sources, for which machines need more instructions
		f.get(sources[0])
		var places [16]byte
		for i, b := range bytes {
			places[i] = byte(b.at) // no byte is byte number 255, which gives 0
		}
		f.v128Const(places)
		f.emit(opSwizzle)
		return
	}
	f.get(sources[0])
	for i := 1; i < len(sources); i++ {
		f.get(sources[i])
		f.emit(opShuffle)
		for at, b := range bytes {
			f.code.byte(shuffled(b, at, i, sources))
		}
	}
}

// shuffled returns the source of byte number at in shuffle number i. The first operand of the shuffle is the
// value so far, which has the bytes of earlier sources in their places. The second operand is source i. The
// first shuffle has the first source as the value so far.
func shuffled(b byteOf, at, i int, sources []uint32) byte {
	switch {
	case b.at < 0:
		return byte(at)
	case b.local == sources[i]:
		return byte(16 + b.at)
	case i == 1 && b.local == sources[0]:
		return byte(b.at)
	}
	return byte(at)
}

func isIdentity(bytes [16]byteOf) bool {
	for i, b := range bytes {
		if b.at >= 0 && b.at != i {
			return false
		}
	}
	return true
}

// laneOf is a lane of a vector that is in locals, or no lane.
type laneOf struct {
	value  *ir.Value
	number int // -1 for no lane
}

// pick pushes a part of a vector whose lanes are lanes of other vectors. These must be settled, and have
// lanes of the same width.
func (f *function) pick(l lanes, part int, source func(lane int) laneOf) {
	var bytes [16]byteOf
	size := l.bits / 8
	for i := range bytes {
		bytes[i].at = -1
		lane := part*l.per() + i/size
		if lane >= l.n {
			continue
		}
		if s := source(lane); s.number >= 0 {
			p := f.placeOf(s.value)
			bytes[i] = byteOf{p.at(s.number / l.per()), s.number%l.per()*size + i%size}
		}
	}
	f.gather(bytes)
}

// pushMasked pushes a part of a vector in which each lane has that many bits. Only masks can have lanes of
// another width.
func (f *function) pushMasked(v *ir.Value, bits, part int) {
	l := f.lanes(v)
	if !l.mask || l.bits == bits {
		f.pushPart(v, part)
		return
	}
	f.settle(v)
	to := l
	to.bits = bits
	var bytes [16]byteOf
	p := f.placeOf(v)
	for i := range bytes {
		bytes[i].at = -1
		if lane := part*to.per() + i*8/bits; lane < l.n {
			bytes[i] = byteOf{p.at(lane / l.per()), lane % l.per() * l.bits / 8}
		}
	}
	f.gather(bytes)
}
