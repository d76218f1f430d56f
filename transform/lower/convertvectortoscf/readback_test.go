package convertvectortoscf_test

import (
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
)

// What the pass makes of several prints can be read back, although a bare vector.print would take what
// follows for its operand.
func TestPrintsAreReadBack(t *testing.T) {
	module := passtest.Parse(t, `func.func @f(%v: vector<2x2xf32>, %w: vector<2x2xf32>) {
  vector.print %v : vector<2x2xf32>
  vector.print %w : vector<2x2xf32>
  vector.print %v : vector<2x2xf32>
  vector.print %w : vector<2x2xf32>
  return
}`)
	made := passtest.Print(passtest.Transform(t, module, "builtin.module(convert-vector-to-scf)"))
	if again := passtest.Print(passtest.Parse(t, made)); again != made {
		t.Errorf("%s\nwas read as\n%s", made, again)
	}
}
