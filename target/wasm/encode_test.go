package wasm

import (
	"math"
	"testing"
)

// decode reads a number in LEB128, with or without a sign, and returns how many bytes it has.
func decode(b []byte, signed bool) (v uint64, n int) {
	shift := 0
	for {
		c := b[n]
		n++
		v |= uint64(c&0x7f) << shift
		shift += 7
		if c&0x80 == 0 {
			if signed && c&0x40 != 0 && shift < 64 {
				v |= ^uint64(0) << shift
			}
			return v, n
		}
	}
}

// Numbers are read as they were written, in the fewest bytes, and five for those that are patched.
func TestNumbers(t *testing.T) {
	for _, v := range []int64{0, 1, 63, 64, 127, 128, 8191, 8192, 1<<31 - 1, 1 << 31, 1<<32 - 1,
		math.MaxInt64, -1, -64, -65, -8192, -8193, math.MinInt64} {
		var b buffer
		b.s64(v)
		if got, n := decode(b, true); int64(got) != v || n != len(b) {
			t.Errorf("%d was written as % x", v, []byte(b))
		}
		if v < 0 || v > math.MaxUint32 {
			continue
		}
		var u, f buffer
		u.u32(uint32(v))
		f.byte(0xff)
		f.fixed(0)
		f.byte(0xff)
		f.patch(1, uint32(v))
		if got, n := decode(u, false); got != uint64(v) || n != len(u) {
			t.Errorf("%d was written as % x", v, []byte(u))
		}
		if got, n := decode(f[1:], false); got != uint64(v) || n != 5 || f[6] != 0xff {
			t.Errorf("%d was patched as % x", v, []byte(f))
		}
	}
	for v, want := range map[int64]int{63: 1, 64: 2, -64: 1, -65: 2} {
		var b buffer
		b.s64(v)
		if len(b) != want {
			t.Errorf("%d has %d bytes, want %d", v, len(b), want)
		}
	}
}
