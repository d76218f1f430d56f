package wasm

import (
	"bytes"
	"fmt"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/target/wasm"
	"github.com/inflight-compiler/inflight/value"
)

// parameters returns the parameters of a compiled function for a memref: its address, its offset, its extents
// and its strides, as far as the type does not fix them.
func parameters(t *ir.MemRefType, b *value.Buffer, at uint32) []uint64 {
	words := []uint64{uint64(at)}
	l := wasm.LayoutOf(t)
	if l.Offset == ir.Dynamic {
		words = append(words, uint64(b.Offset))
	}
	for d, n := range t.Shape {
		if n == ir.Dynamic {
			words = append(words, uint64(b.Shape[d]))
		}
	}
	for d, n := range l.Strides {
		if n == ir.Dynamic {
			words = append(words, uint64(b.Strides[d]))
		}
	}
	return words
}

// alignment of the contents of memory.
const alignment = 64

// region is the contents of an argument in memory.
type region struct {
	buffer *value.Buffer
	at     uint32
}

// writeBack copies the contents of memory to the argument. An argument that the program has not changed is
// not written, because other runs may read it at the same time.
func (r region) writeBack(memory []byte) {
	if now := memory[:len(r.buffer.Data)]; !bytes.Equal(r.buffer.Data, now) {
		copy(r.buffer.Data, now)
	}
}

// plan assigns arguments their addresses in memory from base on.
func plan(inputs []ir.Type, args []value.Value, base uint64) (words []uint64, regions []region, end uint64) {
	end = base
	for i, a := range args {
		if a.Buffer == nil {
			words = append(words, a.Bits&maskOf(inputs[i]))
			continue
		}
		end = (end + alignment - 1) / alignment * alignment
		at := uint32(end)
		regions = append(regions, region{a.Buffer, at})
		words = append(words, parameters(inputs[i].(*ir.MemRefType), a.Buffer, at)...)
		end += uint64(len(a.Buffer.Data))
	}
	return words, regions, (end + alignment - 1) / alignment * alignment
}

// reader reads the results of a function.
type reader struct {
	words  []uint64
	memory []byte
}

func (r *reader) next() uint64 {
	w := r.words[0]
	r.words = r.words[1:]
	return w
}

// value returns the next result. It checks the result, because the program has made it.
func (r *reader) value(t ir.Type) (value.Value, error) {
	m, ok := t.(*ir.MemRefType)
	if !ok {
		return value.Value{Type: t, Bits: r.next() & maskOf(t)}, nil
	}
	b, err := r.buffer(m)
	if err != nil {
		return value.Value{}, err
	}
	return value.Memory(b), nil
}

func maskOf(t ir.Type) uint64 {
	switch t := t.(type) {
	case *ir.IntegerType:
		return 1<<t.Width - 1
	case *ir.FloatType:
		return 1<<t.Width() - 1
	}
	return ^uint64(0)
}

// buffer returns the contents of memory that a program has returned, in row-major order.
func (r *reader) buffer(m *ir.MemRefType) (*value.Buffer, error) {
	l := wasm.LayoutOf(m)
	at, offset := uint64(uint32(r.next())), l.Offset
	if offset == ir.Dynamic {
		offset = int64(r.next())
	}
	shape := make([]int64, len(m.Shape))
	for d, n := range m.Shape {
		if shape[d] = n; n == ir.Dynamic {
			shape[d] = int64(r.next())
		}
	}
	strides := value.RowMajor(shape)
	for d, n := range l.Strides {
		if strides[d] = n; n == ir.Dynamic {
			strides[d] = int64(r.next())
		}
	}
	size := value.ElementSize(m.Elem)
	elements, err := r.holds(at, offset, shape, strides, size)
	if err != nil {
		return nil, err
	}
	dense, err := value.NewBuffer(&ir.MemRefType{Ranked: true, Shape: m.Shape, Elem: m.Elem}, shape)
	if err != nil {
		return nil, err
	}
	dense.Type = m
	if elements == 0 {
		return dense, nil // without elements the address may be anything
	}
	view := value.Buffer{Type: m, Shape: shape, Strides: strides, Offset: offset, Data: r.memory[at:]}
	copyElements(dense, &view, size)
	return dense, nil
}

// holds returns the number of elements of a result, and an error unless memory has all of them.
func (r *reader) holds(at uint64, offset int64, shape, strides []int64, size int64) (elements int64,
	err error) {
	limit := int64(len(r.memory))
	elements = 1
	for d, n := range shape {
		if n < 0 || n > limit || elements > limit/max(n, 1) {
			return 0, fmt.Errorf("the program returned memory with the extent %d and the stride %d", n,
				strides[d])
		}
		elements *= n
	}
	if elements == 0 {
		return 0, nil
	}
	first, last, ok := span(offset, shape, strides, limit)
	if !ok || first < 0 || int64(at)+(last+1)*size > limit {
		return 0, fmt.Errorf("the program returned memory that it does not have")
	}
	return elements, nil
}

// span returns the offsets of the first and the last element of a view, which must have elements. ok is false
// if an offset exceeds limit, which is at most 2^40.
func span(offset int64, shape, strides []int64, limit int64) (first, last int64, ok bool) {
	if offset > limit || offset < -limit {
		return 0, 0, false
	}
	first, last = offset, offset
	for d, n := range shape {
		if n == 1 {
			continue
		}
		if stride := strides[d]; stride > limit/(n-1) || stride < -(limit/(n-1)) {
			return 0, 0, false
		}
		if distance := (n - 1) * strides[d]; distance > 0 {
			last += distance
		} else {
			first += distance
		}
	}
	return first, last, last <= limit && first >= -limit
}

// copyElements copies the elements of a view into a buffer in row-major order.
func copyElements(to, from *value.Buffer, size int64) {
	index := make([]int64, len(to.Shape))
	run := to.Len() // consecutive elements in both
	dense := true
	want := value.RowMajor(from.Shape)
	for d, n := range from.Shape {
		dense = dense && (n <= 1 || from.Strides[d] == want[d])
	}
	if dense {
		copy(to.Data, from.Data[from.Offset*size:(from.Offset+run)*size])
		return
	}
	for i := range run {
		source := from.Offset
		for d, at := range index {
			source += at * from.Strides[d]
		}
		copy(to.Data[i*size:(i+1)*size], from.Data[source*size:])
		for d := len(index) - 1; d >= 0; d-- {
			if index[d]++; index[d] < to.Shape[d] {
				break
			}
			index[d] = 0
		}
	}
}
