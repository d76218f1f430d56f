package machine

import "github.com/inflight-compiler/inflight/ptx"

// This file holds products of a warpgroup with a sparse A: PTX ISA, "Sparse wgmma.mma_async.sp". Half of the
// elements of each row of A are stored. Four bits of metadata say which they are of each chunk of a row: of
// four elements the numbers of two, or of two elements of 32 bits which one.

// sparsity is where the elements of A are.
type sparsity struct {
	metadata int32 // register
	selector int   // which pair of each four lanes has the metadata
	bytes    bool  // elements have 8 bits, and all four lanes have metadata
	single   bool  // elements have 32 bits: one of two is stored
}

// sparsity decodes the operands about a sparse A.
func (c *compiler) sparsity(t ptx.Type, metadata, selector ptx.Operand) *sparsity {
	n, _ := selector.(*ptx.Immediate)
	return &sparsity{metadata: c.source(metadata, "b32"), selector: int(n.Bits), bytes: t.Bits() == 8,
		single: t == "tf32"}
}

// read takes the metadata of the lanes; false after stopping the launch if it says something else than which
// elements are stored.
func (s *sparsity) read(p *tileProduct) bool {
	for l, v := range p.w.lanes(s.metadata) {
		p.metadata[l] = uint32(v)
	}
	for row := range p.rowsOfA {
		for chunk := range p.storedA() / s.perChunk() {
			if lane, code := s.code(p, row, chunk); !s.isValid(code) {
				p.w.b.g.fail(codeMetadata, "%s says with the bits %04b which elements of a chunk of row %d "+
					"are stored", p.w.threads[lane].name(), code, row).
					Suggest("%s", s.expected())
				return false
			}
		}
	}
	return true
}

// perChunk returns how many elements of a chunk are stored.
func (s *sparsity) perChunk() int {
	if s.single {
		return 1
	}
	return 2
}

// isValid reports whether metadata names elements: of four elements two different ones.
func (s *sparsity) isValid(code uint32) bool {
	if s.single {
		return code == 0b0100 || code == 0b1110
	}
	return code&3 != code>>2
}

func (s *sparsity) expected() string {
	if s.single {
		return "0b0100 is the first of two elements, and 0b1110 the second"
	}
	return "two different numbers of two bits are expected"
}

// code returns the metadata of a chunk of a row, and the lane that has it. Of elements of 8 bits lane i of
// each four has 32 columns: lanes 1 and 3 those of row + 8, lanes 2 and 3 the second half. Else the selected
// two lanes have halves of the columns, and row + 8 in the upper 16 bits.
func (s *sparsity) code(p *tileProduct, row, chunk int) (lane int, code uint32) {
	lane = row % 8 * 4
	if s.bytes {
		lane += row/8 + chunk/8*2
		return lane, p.metadata[lane] >> (4 * (chunk % 8)) & 15
	}
	lane += 2*s.selector + chunk/4
	return lane, p.metadata[lane] >> (4*(chunk%4) + 16*(row/8)) & 15
}

// spread puts the stored elements of A where they are.
func (s *sparsity) spread(p *tileProduct, stored [][]float64) [][]float64 {
	all := make([][]float64, len(stored))
	for row := range all {
		all[row] = make([]float64, p.k)
		for i, v := range stored[row] {
			_, code := s.code(p, row, i/s.perChunk())
			if s.single {
				all[row][2*i+int(code>>3)] = v
				continue
			}
			all[row][i/2*4+int(code>>(2*(i%2))&3)] = v
		}
	}
	return all
}
