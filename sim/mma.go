package sim

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/value"
)

func init() {
	register(map[string]emitter{
		"nvgpu.ldmatrix": emitLoadMatrix,
		"nvgpu.mma.sync": emitMma,
	})
}

// The matrices that a warp loads and multiplies are divided into fragments, in the registers of its 32
// threads (PTX ISA, "Matrix Fragments for mma" and "ldmatrix"). A tile has 8 rows. In a tile of A, thread 4g
// + t holds, of row g, as many columns as fill 32 bits, from column t times that number on. B is the same
// with rows and columns exchanged. Of a tile of the result the thread holds columns 2t and 2t + 1 of row g.
// The first dimension of a fragment counts the tiles; tiles below each other come first.

// fragment is one matrix in the registers of a warp.
type fragment struct {
	first     int32 // first register
	perThread int64 // elements of a tile in each thread
	tiles     int64 // below each other
	kind      ir.FloatKind
	float     bool
	width     uint32
	truncate  bool // to tf32
}

// element returns the register of an element of 8*tiles rows. row is its row, and along its column; for B
// they are exchanged.
func (f *fragment) element(ts []*thread, row, along int64) *uint64 {
	tile := 4 * f.perThread
	thread := row%8*4 + along%tile/f.perThread
	register := (along/tile*f.tiles+row/8)*f.perThread + along%f.perThread
	return &ts[thread].regs[f.first+int32(register)]
}

// value returns the value of an element as a float64. Integers are exact.
func (f *fragment) value(bits uint64) float64 {
	switch {
	case f.truncate: // the hardware ignores the digits that tf32 does not have
		return value.DecodeFloat(f.kind, bits&^(1<<13-1))
	case f.float:
		return value.DecodeFloat(f.kind, bits)
	}
	return float64(value.Signed(bits, 64-uint64(f.width)))
}

// mma is the data of a product of matrices.
type mma struct {
	m, n, k    int64
	a, b, c, d fragment
}

func (c *compiler) fragment(v *ir.Value, tiles int64) fragment {
	t := v.Type().(*ir.VectorType)
	f := fragment{first: c.slot(v), perThread: t.Shape[1], tiles: tiles, width: widthOf(t.Elem)}
	f.kind, f.float = floatKind(t.Elem)
	return f
}

func emitMma(c *compiler, op *ir.Op) error {
	shape := ints(op.Attr("mmaShape"))
	x := &mma{m: shape[0], n: shape[1], k: shape[2]}
	if x.m%8 != 0 || x.n != 8 || x.m == 0 {
		return c.unsupported(op, "of this shape")
	}
	x.a, x.b = c.fragment(op.Operand(0), x.m/8), c.fragment(op.Operand(1), 1)
	x.c, x.d = c.fragment(op.Operand(2), x.m/8), c.fragment(op.Result(0), x.m/8)
	tf32 := op.Attr("tf32Enabled") != nil
	if x.a.float && x.a.kind == ir.F32 && !tf32 {
		return c.unsupported(op, "of f32 without tf32Enabled")
	}
	x.a.truncate, x.b.truncate = tf32, tf32
	c.emitTogether(instr{data: x}, false, execMma)
	return nil
}

// execMma multiplies two matrices with one rounding per element of the result. The hardware rounds sums of a
// few products in an order of its own. Integers wrap around.
func execMma(in *instr, ts []*thread) {
	x := in.data.(*mma)
	if !wholeWarp(in, ts, "multiplies matrices") {
		return
	}
	results := make([]uint64, 0, x.m*x.n)
	for i := range x.m {
		for j := range x.n {
			results = append(results, x.element(ts, i, j))
		}
	}
	for at, bits := range results {
		*x.d.element(ts, int64(at)/x.n, int64(at)%x.n) = bits
	}
}

// element computes one element of the result.
func (x *mma) element(ts []*thread, i, j int64) uint64 {
	c := *x.c.element(ts, i, j)
	if !x.d.float {
		sum := value.Signed(c, 64-uint64(x.c.width))
		for k := range x.k {
			sum += int64(x.a.value(*x.a.element(ts, i, k))) * int64(x.b.value(*x.b.element(ts, j, k)))
		}
		return uint64(sum) & value.Mask(x.d.width)
	}
	sum := x.c.value(c)
	for k := range x.k {
		sum += x.a.value(*x.a.element(ts, i, k)) * x.b.value(*x.b.element(ts, j, k))
	}
	return value.EncodeFloat(x.d.kind, sum)
}

// wholeWarp stops the machine and returns false unless all threads of a warp take part.
func wholeWarp(in *instr, ts []*thread, what string) bool {
	if len(ts) < warpSize {
		ts[0].fail(in, codeWarp, "a warp of %d threads %s", len(ts), what)
	}
	return len(ts) == warpSize
}

// loadMatrix is the data of an ldmatrix.
type loadMatrix struct {
	src       int32
	indices   []int32
	dst       int32
	tiles     int64
	perThread int64 // elements of a tile that each thread receives
	transpose bool
}

func emitLoadMatrix(c *compiler, op *ir.Op) error {
	t := op.Result(0).Type().(*ir.VectorType)
	if widthOf(t.Elem) < 8 {
		return c.unsupported(op, "of elements smaller than a byte")
	}
	transpose, _ := op.IntAttr("transpose")
	x := &loadMatrix{
		src: c.operand(op, 0), indices: c.slotsOf(op.Operands()[1:]), dst: c.result(op, 0), tiles: t.Shape[0],
		perThread: t.Shape[1], transpose: transpose != 0,
	}
	if x.tiles != 1 && x.tiles != 2 && x.tiles != 4 {
		return c.unsupported(op, "of so many tiles")
	}
	c.emitTogether(instr{data: x, touches: true}, false, execLoadMatrix)
	return nil
}

// execLoadMatrix reads tiles of 8 rows of 16 bytes. Thread 8i + r has the address of row r of tile i. For the
// search for hazards, each thread reads the elements that it receives.
func execLoadMatrix(in *instr, ts []*thread) {
	x := in.data.(*loadMatrix)
	if !wholeWarp(in, ts, "loads matrices") {
		return
	}
	for tile := range x.tiles {
		var rows [8]int64
		for r := range rows {
			from := ts[tile*8+int64(r)]
			v := from.mems[x.src]
			addr, ok := from.aligned(in, v, x.indices, 4*x.perThread, 4*x.perThread)
			if !ok {
				return
			}
			rows[r] = addr
		}
		for l, t := range ts {
			for e := range x.perThread {
				row, column := int64(l/4), int64(l%4)*x.perThread+e
				if x.transpose {
					row, column = column, row
				}
				v := t.mems[x.src]
				t.regs[x.dst+int32(tile*x.perThread+e)] = t.load(in, v, rows[row]+column*v.size)
			}
		}
	}
}
