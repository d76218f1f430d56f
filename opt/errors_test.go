package opt_test

import (
	"strings"
	"testing"
)

// A pass reports an operation that it does not support, with the operation's place.
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
}`,
			"in.mlir:4:5: error: cannot replace 'scf.if' by branches: the region of 'affine.for' around it " +
				"holds a single block [scf-to-cf-unsupported]"},
		{"a value that is its own replacement", "--lower-affine", `
func.func @f() {
  return
^bb1:
  %x = affine.max affine_map<(d0) -> (d0)>(%x)
  cf.br ^bb1
}`,
			"in.mlir:5:8: error: failed to legalize operation 'affine.max' that was explicitly marked " +
				"illegal [lower-affine-unsupported]"},
		{"a reduction that arith cannot do", "--lower-affine", `
func.func @f(%x: ui32) {
  %0 = affine.parallel (%i) = (0) to (10) reduce ("addi") -> (ui32) {
    affine.yield %x : ui32
  }
  return
}`,
			"in.mlir:3:8: error: failed to legalize operation 'affine.parallel' that was explicitly marked " +
				"illegal [lower-affine-unsupported]"},
		{"a value of another function in unreachable code", "--canonicalize", `
func.func @f() {
  return
^bb1:
  cf.br ^bb2(%x : i32)
^bb2(%y: i32):
  cf.br ^bb1
}
func.func @g(%z: i32) {
  cf.br ^bb1(%z : i32)
^bb1(%x: i32):
  return
}`, "in.mlir:5:3: error: 'cf.br' op using value defined outside the region [verify-isolation]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, errs, code := runOpt(t, "in.mlir", c.source, strings.Fields(c.flags)...)
			if code != 1 || !strings.HasPrefix(errs, c.want+"\n") || strings.Count(errs, "error:") != 1 {
				t.Errorf("exit code %d, got\n%s\nwant\n%s", code, errs, c.want)
			}
		})
	}
}

// Passes do not change operations that they cannot improve, and the program stays valid.
func TestPassesLeaveAlone(t *testing.T) {
	for _, c := range []struct{ name, flags, source, want string }{
		{"a slice that leaves what is behind a cast", "--canonicalize", `
func.func @f(%m: memref<2x1xi32>) -> memref<3xi32, strided<[1], offset: ?>> {
  %d = memref.cast %m : memref<2x1xi32> to memref<?x?xi32, strided<[1, 1]>>
  %s = memref.subview %d[1, 0] [1, 3] [1, 1] : memref<?x?xi32, strided<[1, 1]>> to memref<3xi32, strided<[1], offset: 1>>
  %r = memref.cast %s : memref<3xi32, strided<[1], offset: 1>> to memref<3xi32, strided<[1], offset: ?>>
  return %r : memref<3xi32, strided<[1], offset: ?>>
}`, "memref.subview %cast[1, 0] [1, 3] [1, 1]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			out, errs, code := runOpt(t, "in.mlir", c.source, strings.Fields(c.flags)...)
			if code != 0 || !strings.Contains(out, c.want) {
				t.Errorf("exit code %d\n%s\n%s", code, out, errs)
			}
		})
	}
}
