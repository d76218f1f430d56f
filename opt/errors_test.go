package opt_test

import (
	"strings"
	"testing"
)

// What a pass cannot do is reported where it stands.
func TestPassErrors(t *testing.T) {
	for _, c := range []struct{ name, flags, source, want string }{
		{"branches where one block has to be", "--convert-scf-to-cf", `
func.func @f(%c: i1) {
  affine.for %i = 0 to 10 {
    scf.if %c {
      scf.if %c {
      }
    }
  }
  return
}`, "in.mlir:4:5: error: cannot replace 'scf.if' by branches: the region of 'affine.for' around it holds a single block [scf-to-cf-unsupported]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, errs, code := runOpt(t, "in.mlir", c.source, strings.Fields(c.flags)...)
			if code != 1 || !strings.HasPrefix(errs, c.want+"\n") || strings.Count(errs, "error:") != 1 {
				t.Errorf("exit code %d, got\n%s\nwant\n%s", code, errs, c.want)
			}
		})
	}
}
