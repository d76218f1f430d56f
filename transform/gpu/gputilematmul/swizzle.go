package gputilematmul

import (
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
)

// Shared memory has 32 banks of 4 bytes. A load by ldmatrix takes 16 bytes, a chunk, of each of eight rows,
// which must lie in all of them: the chunks of a row are permuted, by an exclusive or of their number with
// one that differs between rows whose chunks would meet.

// staged is a tile of A or B in shared memory.
type staged struct {
	memory     *ir.Value
	rows, cols int64
	chunk      int64 // elements of 16 bytes
	group      int64 // chunks among which a row is permuted, a power of two; 1 for none
	every      int64 // rows that are permuted alike, one after the other
	factor     int64 // of the number
}

// stage allocates the memory of a tile of a matrix. Rows of less than 128 bytes share the banks, and are
// permuted alike.
func (k *kernel) stage(m *matrix) *staged {
	rows, cols := k.along(m.axes[0]), k.along(m.axes[1])
	s := &staged{rows: rows, cols: cols, chunk: k.chunk(), group: 1, every: 1, factor: 1}
	space := k.b.Ctx.Enum(gpu.AddressSpace, gpu.Workgroup)
	s.memory = memref.NewAlloc(k.b, k.b.Ctx.MemRef([]int64{rows, cols}, k.elem, nil, space))
	if !k.swizzle {
		return s
	}
	for s.group < 8 && cols/s.chunk%(2*s.group) == 0 {
		s.group *= 2
	}
	s.every = 8 / s.group
	switch {
	case k.exact && m.deep() && m.axes[0] == column:
		s.forRuns()
	case k.elem.Width() == 32 && !m.deep() && !k.exact:
		s.forWords()
	}
	return s
}

// permuted returns the column in which an element lies at a place within a chunk of row number row + n. Of
// row only what it is modulo 16 matters.
func (k *kernel) permuted(s *staged, row *ir.Value, n int64, chunk, within *ir.Value) *ir.Value {
	if s.group > 1 {
		apart := s.group / s.factor
		if n %= s.every * apart; n != 0 {
			row = k.add(row, n)
		}
		chunk = arith.Binary(k.b, arith.XOrI, chunk, k.mul(k.rem(k.div(row, s.every), apart), s.factor))
	}
	return k.sum(k.mul(chunk, s.chunk), within)
}

// forWords permutes a tile for lanes that read words of eight columns, two chunks, of four rows: chunks keep
// their place in a pair.
func (s *staged) forWords() {
	if s.group > 1 {
		s.factor = 2
	}
}

// forRuns permutes a tile for lanes that read a chunk of each fourth row, of 16.
func (s *staged) forRuns() { s.group, s.every = min(s.group, 4), 4 }
