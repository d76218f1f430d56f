package exec_test

import (
	"encoding/binary"
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/exec"
	"github.com/inflight-compiler/inflight/npy"
)

// arrayOf returns an array with the bits of its elements.
func arrayOf(t *testing.T, d npy.DType, shape []int, bits ...uint64) exec.Elements {
	t.Helper()
	a, err := npy.New(d, shape...)
	if err != nil {
		t.Fatal(err)
	}
	for i, b := range bits {
		var full [8]byte
		binary.LittleEndian.PutUint64(full[:], b)
		copy(a.Data[i*d.Size():(i+1)*d.Size()], full[:])
	}
	return exec.NumbersOf(a)
}

// Elements of every type are shown as numbers, and sums of integers are exact.
func TestNumbers(t *testing.T) {
	f32 := func(v float32) uint64 { return uint64(math.Float32bits(v)) }
	big := uint64(math.MaxUint64)
	for _, c := range []struct {
		name              string
		e                 exec.Elements
		text, sum, inJSON string
	}{
		{"i8", arrayOf(t, npy.Int8, []int{2}, 0xff, 3), "[-1 3]", "2", "[-1,3]"},
		{"u8", arrayOf(t, npy.Uint8, []int{2}, 0xff, 3), "[255 3]", "258", "[255,3]"},
		{"i64", arrayOf(t, npy.Int64, []int{3}, math.MaxInt64, math.MaxInt64, 1),
			"[9223372036854775807 9223372036854775807 1]",
			"18446744073709551615", "[9223372036854775807,9223372036854775807,1]"},
		{"u64", arrayOf(t, npy.Uint64, []int{2}, big, big), "[18446744073709551615 18446744073709551615]",
			"36893488147419103230", "[18446744073709551615,18446744073709551615]"},
		{"bool", arrayOf(t, npy.Bool, []int{3}, 1, 0, 1), "[true false true]", "2", "[true,false,true]"},
		{"f16", arrayOf(t, npy.Float16, []int{2}, 0x3c00, 0xc000), "[1 -2]", "-1", "[1,-2]"},
		{"bf16", arrayOf(t, npy.BFloat16, []int{2}, 0x3f80, 0xc000), "[1 -2]", "-1", "[1,-2]"},
		{"f32", arrayOf(t, npy.Float32, []int{1, 2}, f32(0.1), f32(2)), "[[0.1 2]]", "2.100000001490116",
			"[0.1,2]"},
		{"nan", arrayOf(t, npy.Float32, []int{2}, f32(float32(math.NaN())), f32(float32(math.Inf(-1)))),
			"[NaN -Inf]", "NaN", `["NaN","-Inf"]`},
		{"complex64", arrayOf(t, npy.Complex64, []int{2}, f32(1)|f32(2)<<32,
			f32(0.5)|f32(float32(math.Inf(-1)))<<32), "[1+2j 0.5-Infj]", "1.5-Infj",
			`["1+2j","0.5-Infj"]`},
		{"rank 0", arrayOf(t, npy.Float64, nil, math.Float64bits(1e300)), "1e+300", "1e+300", "[1e+300]"},
		{"none", arrayOf(t, npy.Int32, []int{2, 0}), "[[]\n []]", "0", "[]"},
		{"rows", arrayOf(t, npy.Int8, []int{2, 2}, 1, 2, 3, 4), "[[1 2]\n [3 4]]", "10", "[1,2,3,4]"},
	} {
		if got := c.e.String(); got != c.text {
			t.Errorf("%s: %q, want %q", c.name, got, c.text)
		}
		if got := string(c.e.Sum()); got != c.sum {
			t.Errorf("%s: sum %s, want %s", c.name, got, c.sum)
		}
		text, err := json.Marshal(c.e.First(9))
		if err != nil || string(text) != c.inJSON {
			t.Errorf("%s: JSON %s, %v, want %s", c.name, text, err, c.inJSON)
		}
	}
}

// The text of a large array has its edges, and a summary fits into its number of columns.
func TestNumbersOfLargeArrays(t *testing.T) {
	e := arrayOf(t, npy.Int32, []int{40, 40}, 7)
	if got := e.String(); !strings.HasPrefix(got, "[[7 0 0 ... 0 0 0]\n") || strings.Count(got, "\n") != 6 {
		t.Errorf("%s", got)
	}
	if got := e.FirstText(12); got != "7 0 0 0 ..." {
		t.Errorf("%q", got)
	}
}
