package main

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"sync"

	"github.com/inflight-compiler/inflight/ir"
)

// tableSize is how many different numbers there are in an input, each rounded to its type.
const tableSize = 4096

// input is random data: elements of a table, by number.
type input struct {
	values [tableSize]float64
	bits   [tableSize]uint32
	width  int
	at     []uint16
}

// newInput makes n random elements of a type, from [-1, 1).
func newInput(r *rand.Rand, elem string, n int) *input {
	in := &input{width: 2, at: make([]uint16, n)}
	for i := range in.values {
		v := 2*r.Float64() - 1
		switch elem {
		case "f16":
			in.bits[i] = uint32(ir.EncodeFloat(ir.F16, v))
			in.values[i] = ir.DecodeFloat(ir.F16, uint64(in.bits[i]))
		case "bf16":
			in.bits[i] = uint32(ir.EncodeFloat(ir.BF16, v))
			in.values[i] = ir.DecodeFloat(ir.BF16, uint64(in.bits[i]))
		default:
			in.width = 4
			in.bits[i] = math.Float32bits(float32(v))
			in.values[i] = float64(float32(v))
		}
	}
	for i := range in.at {
		in.at[i] = uint16(r.Uint32() % tableSize)
	}
	return in
}

// data returns the elements in memory.
func (in *input) data() []byte {
	out := make([]byte, len(in.at)*in.width)
	for i, at := range in.at {
		if in.width == 2 {
			binary.LittleEndian.PutUint16(out[2*i:], uint16(in.bits[at]))
		} else {
			binary.LittleEndian.PutUint32(out[4*i:], in.bits[at])
		}
	}
	return out
}

// problem is what kernels compute: the inputs, and what is known of the result.
type problem struct {
	kind, elem string
	size       int
	a, b       *input
	rows       []int       // of a product that are checked
	want       [][]float64 // these rows
	magnitude  [][]float64 // the sums of the magnitudes of what is added up
}

// checkedRows is how many rows of a product are computed in float64.
const checkedRows = 8

// newProblem makes the inputs of a test case and computes what is expected.
func newProblem(c *testCase) *problem {
	r := rand.New(rand.NewPCG(uint64(c.Size), uint64(len(c.Type))))
	n := c.Size
	if c.Kind == kindProduct {
		n *= c.Size
	}
	p := &problem{kind: c.Kind, elem: c.Type, size: c.Size, a: newInput(r, c.Type, n),
		b: newInput(r, c.Type, n)}
	if c.Kind == kindProduct {
		p.multiply(r)
	}
	return p
}

// is reports whether a test case computes this.
func (p *problem) is(c *testCase) bool {
	return p != nil && p.kind == c.Kind && p.elem == c.Type && p.size == c.Size
}

// multiply computes some rows of the product in float64: the first, the last, and others.
func (p *problem) multiply(r *rand.Rand) {
	n := p.size
	p.rows = []int{0, n - 1}
	for len(p.rows) < min(checkedRows, n) {
		p.rows = append(p.rows, r.IntN(n))
	}
	p.want, p.magnitude = make([][]float64, len(p.rows)), make([][]float64, len(p.rows))
	var group sync.WaitGroup
	for i, row := range p.rows {
		group.Go(func() { p.want[i], p.magnitude[i] = p.row(row) })
	}
	group.Wait()
}

// row computes one row of the product, and the sums of magnitudes.
func (p *problem) row(row int) (sums, magnitudes []float64) {
	n := p.size
	sums, magnitudes = make([]float64, n), make([]float64, n)
	for k := range n {
		a := p.a.values[p.a.at[row*n+k]]
		for j, at := range p.b.at[k*n : (k+1)*n] {
			term := a * p.b.values[at]
			sums[j] += term
			magnitudes[j] += math.Abs(term)
		}
	}
	return sums, magnitudes
}

// tolerance is the largest error of a sum of products in f32, relative to the sum of magnitudes: tensor cores
// add up in an order of their own, and truncate.
const tolerance = 0x1p-14

// check compares a result in f32, and returns the largest error, relative to the magnitudes.
func (p *problem) check(result []byte) (worst float64, err error) {
	at := func(i int) float64 {
		return float64(math.Float32frombits(binary.LittleEndian.Uint32(result[4*i:])))
	}
	if p.kind == kindTriad {
		return 0, p.checkTriad(at)
	}
	for i, row := range p.rows {
		for j, want := range p.want[i] {
			e := math.Abs(at(row*p.size+j)-want) / max(p.magnitude[i][j], math.SmallestNonzeroFloat32)
			if !(e <= tolerance) {
				return e, fmt.Errorf("element (%d, %d) is %v, not %v", row, j, at(row*p.size+j), want)
			}
			worst = max(worst, e)
		}
	}
	return worst, nil
}

// checkTriad compares all elements, bit by bit: each is rounded twice.
func (p *problem) checkTriad(at func(i int) float64) error {
	for i := range p.size {
		want := 2*float32(p.a.values[p.a.at[i]]) + float32(p.b.values[p.b.at[i]])
		if at(i) != float64(want) {
			return fmt.Errorf("element %d is %v, not %v", i, at(i), want)
		}
	}
	return nil
}
