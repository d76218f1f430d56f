package examples_test

import (
	"encoding/binary"
	"math"
	"testing"

	"github.com/inflight-compiler/inflight"
	"github.com/inflight-compiler/inflight/exec"
	"github.com/inflight-compiler/inflight/sim"
)

// The examples in TVMScript that compute something known compute it: the results are those of plain loops
// over the same data. Those of the loops are computed in double precision where order and rounding may
// differ.
func TestScriptsCompute(t *testing.T) {
	for name, reference := range map[string]func(in func(string) []float64) (out string, want []float64){
		"two_stages":        twoAdditions,
		"async_two_stages":  twoAdditions,
		"three_stages":      threeAdditions,
		"interleaved":       sum,
		"body_and_epilogue": doubled,
		"nested_gemm":       product(16, 16, 64),
		"wrong_annotation":  product(16, 16, 64),
		"shared_gemm":       product(16, 16, 64),
		"depthwise_conv":    convolution(16, 8, 4),
		"softmax":           softmax(12, 32),
		"attention":         attention(8, 48, 8),
	} {
		t.Run(name, func(t *testing.T) {
			m, err := inflight.ReadFile("examples/tvm/" + name + ".py")
			if err != nil {
				t.Fatal(err)
			}
			piped, err := m.Pipeline(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			before := arguments(t, m)
			out, want := reference(func(name string) []float64 { return elements(t, before, name) })
			compareElements(t, elements(t, execute(t, piped, sim.Config{Mode: sim.Late}), out), want)
		})
	}
}

// elements returns the elements of an argument, which is of type f32.
func elements(t *testing.T, args []exec.Argument, name string) []float64 {
	t.Helper()
	for _, a := range args {
		if a.Name != name {
			continue
		}
		data := a.Value.Buffer.Data
		out := make([]float64, len(data)/4)
		for i := range out {
			out[i] = float64(math.Float32frombits(binary.LittleEndian.Uint32(data[4*i:])))
		}
		return out
	}
	t.Fatalf("there is no argument '%s'", name)
	return nil
}

func compareElements(t *testing.T, got, want []float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("got %d elements, want %d", len(got), len(want))
	}
	spread := 0.0
	for i := range want {
		if d := math.Abs(got[i] - want[i]); !(d <= 1e-5*max(1, math.Abs(want[i]))) {
			t.Fatalf("element %d is %v, want %v", i, got[i], want[i])
		}
		spread = max(spread, math.Abs(want[i]-want[0]))
	}
	if spread == 0 {
		t.Error("all elements are equal: the data shows nothing")
	}
}

func mapped(values []float64, f func(float64) float64) []float64 {
	out := make([]float64, len(values))
	for i, v := range values {
		out[i] = f(v)
	}
	return out
}

func twoAdditions(in func(string) []float64) (string, []float64) {
	return "C", mapped(in("A"), func(a float64) float64 { return a + 2 })
}

func threeAdditions(in func(string) []float64) (string, []float64) {
	return "D", mapped(in("A"), func(a float64) float64 { return a + 3 })
}

func doubled(in func(string) []float64) (string, []float64) {
	return "D", mapped(in("A"), func(a float64) float64 { return 2 * a })
}

func sum(in func(string) []float64) (string, []float64) {
	b := in("B")
	out := in("A")
	for i := range out {
		out[i] += b[i]
	}
	return "C", out
}

func product(m, n, k int) func(in func(string) []float64) (string, []float64) {
	return func(in func(string) []float64) (string, []float64) {
		return "C", matrixProduct(in("A"), in("B"), m, n, k)
	}
}

func matrixProduct(a, b []float64, m, n, k int) []float64 {
	c := make([]float64, m*n)
	for i := range m {
		for j := range n {
			for z := range k {
				c[i*n+j] += a[i*k+z] * b[z*n+j]
			}
		}
	}
	return c
}

// convolution is depthwise, 3x3 with zeros around the image, and followed by ReLU.
func convolution(height, width, channels int) func(in func(string) []float64) (string, []float64) {
	return func(in func(string) []float64) (string, []float64) {
		image, weight := in("image"), in("weight")
		pixel := func(y, x, c int) float64 {
			if y < 0 || y >= height || x < 0 || x >= width {
				return 0
			}
			return image[(y*width+x)*channels+c]
		}
		var out []float64
		for y := range height {
			for x := range width {
				for c := range channels {
					v := 0.0
					for d := range 9 {
						v += pixel(y+d/3-1, x+d%3-1, c) * weight[d*channels+c]
					}
					out = append(out, max(v, 0))
				}
			}
		}
		return "out", out
	}
}

func softmax(rows, columns int) func(in func(string) []float64) (string, []float64) {
	return func(in func(string) []float64) (string, []float64) {
		out := in("X")
		for i := range rows {
			softmaxRow(out[i*columns : (i+1)*columns])
		}
		return "Y", out
	}
}

func softmaxRow(row []float64) {
	total := 0.0
	for i := range row {
		row[i] = math.Exp(row[i])
		total += row[i]
	}
	for i := range row {
		row[i] /= total
	}
}

func attention(queries, keys, dim int) func(in func(string) []float64) (string, []float64) {
	return func(in func(string) []float64) (string, []float64) {
		k := in("K")
		transposed := make([]float64, len(k))
		for j := range keys {
			for d := range dim {
				transposed[d*keys+j] = k[j*dim+d] / math.Sqrt(float64(dim))
			}
		}
		scores := matrixProduct(in("Q"), transposed, queries, keys, dim)
		for i := range queries {
			softmaxRow(scores[i*keys : (i+1)*keys])
		}
		return "O", matrixProduct(scores, in("V"), queries, dim, keys)
	}
}
