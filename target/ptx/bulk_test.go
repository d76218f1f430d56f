package ptx_test

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/internal/gputest"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ptx/machine"
)

// A kernel whose copies count their bytes on barriers in memory computes what it says in every mode, and is
// found wrong without the wait, with another number of bytes, without the barrier before the refill, and
// without the fence between the reads and the refill.
func TestBulkCopies(t *testing.T) {
	code := compileFile(t, "testdata/bulk.mlir").Text
	for _, mode := range []machine.Mode{machine.Late, machine.Early, machine.Random} {
		if findings := runDouble(t, code, mode); findings != "" {
			t.Errorf("mode %v: %s", mode, findings)
		}
	}
	for _, fault := range []struct{ pattern, to, want string }{
		{`@!%p\d+ bra \$E0_1;`, "", "[ptx-copy-in-flight]"},
		{`(expect_tx\S* _, \[%r\d+\]), 1024`, "$1, 2048",
			"waits for a phase that never completes: 0 arrivals and 1024 bytes are missing"},
		{`expect_tx(\S* _, \[%r\d+\]), 1024`, "release.cta$1", "[ptx-"},
		{`(try_wait\.parity\S* %p\d+, \[%r\d+\]), %r\d+`, "$1, 1", "[ptx-copy-in-flight]"},
		{`bar\.sync 0;(\s+add)`, "$1", "[ptx-race]"},
		{`fence\.proxy\.async\S*;`, "", "[ptx-proxy-fence]"},
	} {
		changed := regexp.MustCompile(fault.pattern).ReplaceAllString(code, fault.to)
		if findings := runDouble(t, changed, machine.Late); changed == code ||
			!strings.Contains(findings, fault.want) {
			t.Errorf("with %s for %s:\n%s\n%s", fault.to, fault.pattern, findings, changed)
		}
	}
}

// runDouble runs the kernel and returns what is found, or the first wrong number.
func runDouble(t *testing.T, code string, mode machine.Mode) string {
	t.Helper()
	r := rand.New(rand.NewPCG(5, 6))
	x, y := random(r, ir.F32, 2048), random(r, ir.F32, 2048)
	report, err := gputest.Launch(t, kernel(t, code),
		machine.Config{Grid: machine.Extents{1, 1, 1}, Block: machine.Extents{256, 1, 1},
			Args: append(array(x, "x", 2048), array(y, "y", 2048)...), Mode: mode, Seed: 7})
	var found strings.Builder
	if err := (diag.Text{W: &found}).Render(append(report.Findings, diag.FromError(err)...)); err != nil {
		t.Fatal(err)
	}
	if found.Len() > 0 {
		return found.String()
	}
	for i, v := range x.values {
		if got := float64(math.Float32frombits(binary.LittleEndian.Uint32(y.data[4*i:]))); got != 2*v {
			return "a number is wrong"
		}
	}
	return ""
}
