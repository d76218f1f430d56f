package judge_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/inflight-compiler/inflight/ptx/machine"
)

// Attention for Hopper with a warp that fills, two slots each for K and V, two consumers that keep two
// products in flight, and stores of tiles is right, and each of its instructions that synchronize is missed
// when it is not there, unless it was called needless.
func TestHopperAttention(t *testing.T) {
	r := everyInstructionIsMissed(t, "hopper_attention", 39)
	got := ""
	for _, x := range r.Rings {
		got += x.String() + "\n"
	}
	if want :=
		`1 stage of 16384 bytes, producer warp 8, consumers warps 0 to 7, at most 1 in flight, every wait exact
2 stages of 8192 bytes, producer warp 8, consumers warps 0 and 4, at most 2 in flight and 1 from the second round on, every wait exact
2 stages of 8192 bytes, producer warp 8, consumers warps 0 and 4, at most 2 in flight, every wait exact
`; got != want {
		t.Error(got)
	}
}

// Attention computes what float64 does: the exponentials and the results are rounded to bf16, which has eight
// bits. It does so for an odd number of blocks of K and V as well, and for one.
func TestHopperAttentionComputes(t *testing.T) {
	const rows, size = 256, 64
	for blocks := range 5 {
		if blocks == 0 {
			continue
		}
		p := hopperPlan(t, "hopper_attention", read(t, "hopper_attention.ptx"))
		p.Config.Args[4].Bits = uint64(blocks)
		random := rand.New(rand.NewPCG(3, uint64(blocks)))
		draw := func() float64 { return 2 * random.NormFloat64() }
		q, k, v := hopperMatrix(p, 0, rows*size, draw), hopperMatrix(p, 1, rows*size, draw),
			hopperMatrix(p, 2, rows*size, draw)
		o := p.Config.Args[3].Maps[0].Global.Buffer
		o.Data = make([]byte, 2*rows*size)
		if _, err := machine.Launch(t.Context(), p.Kernel, p.Config); err != nil {
			t.Fatal(err)
		}
		for row := range rows {
			want, largest := attention(q[row*size:][:size], k, v, 64*blocks)
			for i, w := range want {
				if got := bfloat(o.Data, row*size+i); math.Abs(got-w) > largest/128 {
					t.Fatalf("%d blocks, row %d, column %d: %g, expected %g", blocks, row, i, got, w)
				}
			}
		}
	}
}

// attention returns a row of softmax(q * K^T / 8) * V, over n rows of K and V, and the largest element of V.
func attention(q, k, v []float64, n int) (o []float64, largest float64) {
	size, sum, high := len(q), 0.0, math.Inf(-1)
	scores := make([]float64, n)
	for i := range scores {
		for j, x := range q {
			scores[i] += x * k[i*size+j] / 8
		}
		high = max(high, scores[i])
	}
	o = make([]float64, size)
	for i, s := range scores {
		p := math.Exp(s - high)
		sum += p
		for j := range o {
			o[j] += p * v[i*size+j]
			largest = max(largest, math.Abs(v[i*size+j]))
		}
	}
	for j := range o {
		o[j] /= sum
	}
	return o, largest
}
