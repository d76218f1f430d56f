package convertbufferizationtomemref_test

import (
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/pass"
	"github.com/inflight-compiler/inflight/transform/lower/convertbufferizationtomemref"
)

// What the pass makes, and that upstream's makes the same.
func TestAgreesWithMLIROpt(t *testing.T) { passtest.Upstream(t, "convert-bufferization-to-memref") }

// What does not become an operation of memref is an error.
func TestUnsupported(t *testing.T) {
	const unlike = "failed to legalize operation 'bufferization.clone'"
	for want, source := range map[string]string{
		"clone of memory with gaps: " + unlike: `func.func @f(%m: memref<4xf32, strided<[2]>>) {
  %c = bufferization.clone %m : memref<4xf32, strided<[2]>> to memref<4xf32, strided<[2]>>
  return
}`,
		"transposed clone: " + unlike: `func.func @f(%m: memref<4x?xf32, affine_map<(i, j) -> (j, i)>>) {
  %c = bufferization.clone %m : memref<4x?xf32, affine_map<(i, j) -> (j, i)>> to memref<4x?xf32, affine_map<(i, j) -> (j, i)>>
  return
}`,
		"a tensor: failed to legalize operation 'bufferization.to_tensor'": `func.func @f(%m: memref<4xf32>) {
  %c = bufferization.to_tensor %m : memref<4xf32> to tensor<4xf32>
  return
}`,
	} {
		_, want, _ = strings.Cut(want, ": ")
		expectError(t, "", source, want)
	}
}

// A function cannot get the helper that a dealloc of several buffers calls; one buffer needs none.
func TestHelperNeedsModule(t *testing.T) {
	const source = `func.func @f(%a: memref<2xi32>, %b: memref<?xf32>, %c: i1) {
  bufferization.dealloc (BUFFERS) if (CONDITIONS)
  return
}`
	several := strings.NewReplacer("BUFFERS", "%a, %b : memref<2xi32>, memref<?xf32>", "CONDITIONS", "%c, %c")
	expectError(t, "func.func", several.Replace(source), "library function required")
	one := strings.NewReplacer("BUFFERS", "%a : memref<2xi32>", "CONDITIONS", "%c").Replace(source)
	passtest.Transform(t, passtest.Parse(t, one),
		"builtin.module(func.func(convert-bufferization-to-memref))")
}

// expectError runs the pass on the module, or on the first operation of a name in it.
func expectError(t *testing.T, on, source, want string) {
	t.Helper()
	op := passtest.Parse(t, source)
	for inner := range op.Walk() {
		if on != "" && inner.Name() == on {
			op = inner
			break
		}
	}
	p := convertbufferizationtomemref.Pass
	err := p.Run(pass.NewRun(t.Context(), p, op, nil))
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%v, expected %q", err, want)
	}
}
