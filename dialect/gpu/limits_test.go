package gpu_test

import (
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/dialect/gpu"
)

// Sizes are right up to the limits of devices, and wrong beyond them and below 1, also where other extents
// are not known or huge.
func TestSizes(t *testing.T) {
	for _, c := range []struct {
		wrong func([]int64) string
		size  [3]int64
		want  string // "" for right
	}{
		{gpu.BlockSizeError, [3]int64{1024, 1, 1}, ""},
		{gpu.BlockSizeError, [3]int64{1, 1024, 1}, ""},
		{gpu.BlockSizeError, [3]int64{4, 4, 64}, ""},
		{gpu.BlockSizeError, [3]int64{gpu.AnySize, gpu.AnySize, 64}, ""},
		{gpu.BlockSizeError, [3]int64{1025, 1, 1}, "at most 1024"},
		{gpu.BlockSizeError, [3]int64{32, 33, 1}, "at most 1024"},
		{gpu.BlockSizeError, [3]int64{1, 1, 65}, "1024, 1024 and 64"},
		{gpu.BlockSizeError, [3]int64{32, 1, -1}, "at least 1"},
		{gpu.BlockSizeError, [3]int64{-1, -1, 1}, "at least 1"},
		{gpu.BlockSizeError, [3]int64{0, 1, 1}, "at least 1"},
		{gpu.BlockSizeError, [3]int64{gpu.AnySize, 0, 1}, "? x 0 x 1"},
		{gpu.BlockSizeError, [3]int64{1 << 32, 1 << 32, 1 << 32}, "at most 1024"},
		{gpu.BlockSizeError, [3]int64{1 << 62, 0, 1}, "at least 1"},
		{gpu.GridSizeError, [3]int64{1<<31 - 1, 65535, 65535}, ""},
		{gpu.GridSizeError, [3]int64{1 << 31, 1, 1}, "at most 2147483647, 65535 and 65535"},
		{gpu.GridSizeError, [3]int64{1, 65536, 1}, "65535"},
		{gpu.GridSizeError, [3]int64{1, 1, 65536}, "65535"},
		{gpu.GridSizeError, [3]int64{1, 1, 0}, "at least 1"},
		{gpu.ClusterSizeError, [3]int64{16, 1, 1}, ""},
		{gpu.ClusterSizeError, [3]int64{4, 4, 2}, "at most 16"},
		{gpu.ClusterSizeError, [3]int64{0, 4, 2}, "at least 1"},
	} {
		if got := c.wrong(c.size[:]); (got == "") != (c.want == "") || !strings.Contains(got, c.want) {
			t.Errorf("%v: got %q, want %q", c.size, got, c.want)
		}
	}
}
