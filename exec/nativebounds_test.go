package exec_test

import (
	"errors"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/exec"
	"github.com/inflight-compiler/inflight/internal/tools"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/value"
)

// checkedNative runs a program on the engine native with checks.
func checkedNative(t *testing.T, m *ir.Op, args []exec.Argument) ([]value.Value, error) {
	t.Helper()
	tools.Require(t, "clang")
	tools.Cache(t)
	e, err := exec.Lookup("native")
	if err != nil {
		t.Fatal(err)
	}
	fn, err := exec.Entry(m, "")
	if err != nil {
		t.Fatal(err)
	}
	return runEntry(tools.Context(t), e, m, fn.SymbolName(), exec.Code{BoundsChecks: true},
		exec.Values(args), exec.Options{})
}

// With checks, the engine native reports the access that is out of bounds, also in a task and in a structured
// operation.
func TestNativeBoundsChecks(t *testing.T) {
	for name, c := range map[string]struct {
		source string
		line   int
	}{
		"store": {`func.func @f(%a: memref<?xi32>, %n: index) {
			%x = arith.constant 1 : i32
			memref.store %x, %a[%n] : memref<?xi32>
			return }`, 3},
		"loop": {`func.func @f(%a: memref<?xi32>, %n: index) {
			%c0 = arith.constant 0 : index
			%c2 = arith.constant 2 : index
			%x = arith.constant 1 : i32
			scf.for %i = %c0 to %n step %c2 {
			  %j = arith.addi %i, %i : index
			  memref.store %x, %a[%j] : memref<?xi32>
			}
			return }`, 7},
		"view": {`func.func @f(%a: memref<?xi32>, %n: index) {
			%x = arith.constant 1 : i32
			%c0 = arith.constant 0 : index
			%v = memref.subview %a[1] [%n] [1] : memref<?xi32> to memref<?xi32, strided<[1], offset: 1>>
			memref.store %x, %v[%c0] : memref<?xi32, strided<[1], offset: 1>>
			return }`, 4},
		"task": {`func.func @f(%a: memref<?xi32>, %n: index) {
			%x = arith.constant 1 : i32
			%t = async.execute {
			  memref.store %x, %a[%n] : memref<?xi32>
			  async.yield
			}
			async.await %t : !async.token
			return }`, 0},
	} {
		t.Run(name, func(t *testing.T) {
			m := parseModule(t, c.source)
			args := inputsOf(t, m,
				exec.Inputs{Args: map[string]string{"n": "8"}, Dims: map[string]int64{"a.0": 8}})
			_, err := checkedNative(t, m, args)
			d, ok := errors.AsType[*diag.Diagnostic](err)
			if !ok || c.line > 0 && (d.Code != "native-out-of-bounds" || d.Span.Place().Line != c.line) ||
				c.line == 0 && d.Code != "native-async-error" {
				t.Errorf("got %v, want an access out of bounds in line %d", err, c.line)
			}
		})
	}
}

// Programs without accesses out of bounds compute the same results with checks.
func TestNativeChecksChangeNothing(t *testing.T) {
	m := parseModule(t, `func.func @f(%a: memref<?xi32>, %b: memref<8xi32>, %n: index) -> i32 {
		%c0 = arith.constant 0 : index
		%c1 = arith.constant 1 : index
		%zero = arith.constant 0 : i32
		%s = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> i32 {
		  %x = memref.load %a[%i] : memref<?xi32>
		  memref.store %x, %b[%i] : memref<8xi32>
		  %y = arith.addi %acc, %x : i32
		  scf.yield %y : i32
		}
		return %s : i32 }`)
	want := inputsOf(t, m, exec.Inputs{Args: map[string]string{"n": "8"}, Dims: map[string]int64{"a.0": 8}})
	got := exec.Clone(want)
	returns, err := runOn(t, "sim", m, want, exec.Options{})
	if err != nil {
		t.Fatal(err)
	}
	values, err := checkedNative(t, m, got)
	if err != nil {
		t.Fatal(err)
	}
	compare(t, want, got, returns, values)
}
