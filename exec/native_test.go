package exec_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/exec"
	"github.com/inflight-compiler/inflight/internal/tools"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
	"github.com/inflight-compiler/inflight/value"
)

// parseModule parses and verifies a program.
func parseModule(t testing.TB, source string) *ir.Op {
	t.Helper()
	m, diags := text.Parse(all.NewContext(), diag.NewFile("in.mlir", []byte(source)), text.Options{})
	if !diags.HasErrors() {
		diags = ir.Verify(m)
	}
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	return m
}

// runOn runs the only public function of a module on arguments.
func runOn(t testing.TB, engine string, m *ir.Op, args []exec.Argument, o exec.Options) ([]value.Value,
	error) {
	t.Helper()
	tools.Cache(t)
	e, err := exec.Lookup(engine)
	if err != nil {
		t.Fatal(err)
	}
	fn, err := exec.Entry(m, "")
	if err != nil {
		t.Fatal(err)
	}
	return runEntry(tools.Context(t), e, m, fn.SymbolName(), exec.Code{}, exec.Values(args), o)
}

// runEntry compiles a function and runs it once.
func runEntry(ctx context.Context, e exec.Engine, m *ir.Op, entry string, c exec.Code, args []value.Value,
	o exec.Options) ([]value.Value, error) {
	p, err := e.Compile(ctx, m, entry, c)
	if err != nil {
		return nil, err
	}
	return p.Run(ctx, args, o)
}

// inputsOf makes arguments for the only public function.
func inputsOf(t testing.TB, m *ir.Op, in exec.Inputs) []exec.Argument {
	t.Helper()
	fn, err := exec.Entry(m, "")
	if err != nil {
		t.Fatal(err)
	}
	args, err := in.Arguments(fn)
	if err != nil {
		t.Fatal(err)
	}
	return args
}

// compilers are the engines that compile programs.
var compilers = []string{"native", "wasm"}

// require skips a test if the computer does not meet the requirements of an engine.
func require(t testing.TB, engine string) {
	t.Helper()
	if engine == "native" {
		tools.Require(t, "clang")
	}
}

// skipUnsupported skips a test if the engine does not support the program.
func skipUnsupported(t testing.TB, engine string, err error) {
	t.Helper()
	if d, ok := errors.AsType[*diag.Diagnostic](err); ok &&
		(string(d.Code) == engine+"-unsupported" || d.Code == "ptr-unsupported" ||
			strings.Contains(d.Message, "gets memory of the host")) {
		t.Skip(err)
	}
}

// agree runs a program on the simulator and compiled, and compares results and arguments.
func agree(t *testing.T, engine string, m *ir.Op, in exec.Inputs) {
	t.Helper()
	wantArgs := inputsOf(t, m, in)
	gotArgs := exec.Clone(wantArgs)
	want, err := runOn(t, "sim", m, wantArgs, exec.Options{})
	if err != nil {
		t.Fatal(err)
	}
	got, err := runOn(t, engine, m, gotArgs, exec.Options{Limits: exec.Limits{Time: time.Minute}})
	skipUnsupported(t, engine, err)
	if err != nil {
		t.Fatal(err)
	}
	compare(t, wantArgs, gotArgs, want, got)
}

// programs are small programs of all kinds.
var programs = map[string]string{
	"bounds of the inner of two loops, computed once": `
func.func @f(%p: memref<i32>, %k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.load %p[] : memref<i32>
  %r = arith.constant 7 : i32
  %q = arith.andi %n, %r : i32
  %m = arith.index_castui %q : i32 to index
  %z = arith.constant 0 : i32
  %s = scf.parallel (%i, %j) = (%c0, %m) to (%k, %k) step (%c1, %c1) init (%z) -> i32 {
    %a = arith.addi %i, %j : index
    %b = arith.index_cast %a : index to i32
    %e = arith.muli %b, %b : i32
    scf.reduce(%e : i32) {
    ^bb0(%x: i32, %y: i32):
      %t = arith.addi %x, %y : i32
      scf.reduce.return %t : i32
    }
  }
  memref.store %s, %p[] : memref<i32>
  return
}`,
	"a division that a condition guards": `
func.func @k(%b: memref<64xi32>, %c: memref<64xi32>) {
  %z = arith.constant 0 : i32
  %x = arith.constant 7 : i32
  affine.for %i = 0 to 64 {
    %d = affine.load %b[%i] : memref<64xi32>
    %nz = arith.cmpi ne, %d, %z : i32
    %r = scf.if %nz -> i32 { %q = arith.remsi %x, %d : i32
      scf.yield %q : i32 } else { scf.yield %z : i32 }
    affine.store %r, %c[%i] : memref<64xi32>
  }
  return
}`,
	"scalars": `func.func @f(%a: i32, %b: i8, %c: i1, %d: f64, %e: index, %h: f16) -> (i32, i8, i1, f64, index, f16) {
  %x = arith.addi %a, %a : i32
  %y = arith.subi %b, %b : i8
  %z = arith.mulf %d, %d : f64
  return %x, %y, %c, %z, %e, %h : i32, i8, i1, f64, index, f16
}`,
	"one result": `func.func @f(%a: i32) -> i32 { return %a : i32 }`,
	"memory in place": `func.func @f(%n: index, %a: f32, %x: memref<?xf32>, %y: memref<?xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %z) -> f32 {
    %v = memref.load %x[%i] : memref<?xf32>
    %w = memref.load %y[%i] : memref<?xf32>
    %p = arith.mulf %a, %v : f32
    %q = arith.addf %p, %w : f32
    memref.store %q, %y[%i] : memref<?xf32>
    %t = arith.addf %acc, %q : f32
    scf.yield %t : f32
  }
  return %s : f32
}`,
	"memory returned": `func.func @f(%x: memref<3x4xi16>) -> (memref<3x4xi16>, memref<i32>, memref<2x0xf32>) {
  %m = memref.alloc() : memref<3x4xi16>
  memref.copy %x, %m : memref<3x4xi16> to memref<3x4xi16>
  %s = memref.alloc() : memref<i32>
  %c = arith.constant 77 : i32
  memref.store %c, %s[] : memref<i32>
  %e = memref.alloc() : memref<2x0xf32>
  return %m, %s, %e : memref<3x4xi16>, memref<i32>, memref<2x0xf32>
}`,
	"a view returned": `func.func @f(%x: memref<6x8xi32>) -> memref<2x3xi32, strided<[16, 2], offset: 9>> {
  %v = memref.subview %x[1, 1] [2, 3] [2, 2] : memref<6x8xi32> to memref<2x3xi32, strided<[16, 2], offset: 9>>
  return %v : memref<2x3xi32, strided<[16, 2], offset: 9>>
}`,
	"names of the system's": `func.func private @malloc2(%x: i32) -> i32 { return %x : i32 }
func.func @main(%x: i32) -> i32 {
  %0 = call @malloc2(%x) : (i32) -> i32
  return %0 : i32
}`,
	"tasks": `func.func @f(%n: index, %m: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %g = async.create_group %n : !async.group
  scf.for %i = %c0 to %n step %c1 {
    %t = async.execute {
      %v = memref.load %m[%i] : memref<?xi32>
      %w = arith.muli %v, %v : i32
      memref.store %w, %m[%i] : memref<?xi32>
      async.yield
    }
    %k = async.add_to_group %t, %g : !async.token
  }
  async.await_all %g
  return
}`,
	"divisions": `func.func @f(%a: i32, %b: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %three = arith.constant 3 : i32
  scf.for %i = %c0 to %c8 step %c1 {
    %v = memref.load %b[%i] : memref<8xi32>
    %x = arith.floordivsi %v, %three : i32
    %y = arith.ceildivsi %v, %three : i32
    %z = arith.ceildivui %v, %three : i32
    %s = arith.addi %x, %y : i32
    %t = arith.addi %s, %z : i32
    memref.store %t, %b[%i] : memref<8xi32>
  }
  return
}`,
	"functions of math": `func.func @f(%b: memref<8xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %v = memref.load %b[%i] : memref<8xf64>
    %a = math.absf %v : f64
    %x = math.sqrt %a : f64
    %w = math.floor %x : f64
    %m = arith.maximumf %w, %v : f64
    %f = math.fma %m, %x, %v : f64
    memref.store %f, %b[%i] : memref<8xf64>
  }
  return
}`,
	"vectors": `func.func @f(%a: memref<8x16xf32>, %b: memref<16xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %pad = arith.constant 0.0 : f32
  %v = vector.load %a[%c0, %c4] : memref<8x16xf32>, vector<8xf32>
  %w = vector.transfer_read %b[%c4], %pad {in_bounds = [true]} : memref<16xf32>, vector<8xf32>
  %m = arith.mulf %v, %w : vector<8xf32>
  vector.store %m, %b[%c0] : memref<16xf32>, vector<8xf32>
  %r = vector.reduction <add>, %m : vector<8xf32> into f32
  return %r : f32
}`,
	"globals and subscripts": `memref.global "private" constant @w : memref<4xi32> = dense<[1, 2, 3, 4]>
func.func @f(%b: memref<4xi32>) {
  %g = memref.get_global @w : memref<4xi32>
  affine.for %i = 0 to 4 {
    %x = affine.load %g[3 - %i] : memref<4xi32>
    %y = affine.load %b[%i floordiv 2] : memref<4xi32>
    %z = arith.addi %x, %y : i32
    affine.store %z, %b[%i] : memref<4xi32>
  }
  %a = memref.alloc() {alignment = 64 : i64} : memref<4xi32>
  memref.copy %b, %a : memref<4xi32> to memref<4xi32>
  memref.dealloc %a : memref<4xi32>
  return
}`,
	"loops of all kinds": `func.func @f(%b: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.parallel (%i) = (%c0) to (%c64) step (%c1) {
    %x = memref.load %b[%i] : memref<64xi32>
    %y = arith.muli %x, %x : i32
    memref.store %y, %b[%i] : memref<64xi32>
  }
  %s = scf.while (%n = %c0) : (index) -> index {
    %k = arith.cmpi slt, %n, %c64 : index
    scf.condition(%k) %n : index
  } do {
  ^bb0(%n: index):
    %m = arith.addi %n, %c1 : index
    scf.yield %m : index
  }
  return
}`,
	"structured operations": `func.func @f(%a: memref<4x8xf32>, %b: memref<8x4xf32>, %c: memref<4x4xf32>) {
  linalg.matmul ins(%a, %b : memref<4x8xf32>, memref<8x4xf32>) outs(%c : memref<4x4xf32>)
  return
}`,
	"a failure that the program asks for": `func.func @f(%n: i32) -> i1 {
  %no = arith.constant false
  %t = async.execute {
    cf.assert %no, "never"
    async.yield
  }
  async.runtime.await %t : !async.token
  %failed = async.runtime.is_error %t : !async.token
  return %failed : i1
}`,
	"assertions that hold": `func.func @f(%n: index) -> index {
  %c1000 = arith.constant 1000 : index
  %ok = arith.cmpi slt, %n, %c1000 : index
  cf.assert %ok, "small"
  return %n : index
}`,
}

// Compiled programs compute the same results as the simulator.
func TestCompiled(t *testing.T) {
	for _, engine := range compilers {
		for name, source := range programs {
			t.Run(engine+"/"+name, func(t *testing.T) {
				require(t, engine)
				agree(t, engine, parseModule(t, source), exec.Inputs{Seed: 7})
			})
		}
	}
}

// Functions that LLVM does not have are those of the C library, which may differ in the last bit.
func TestNativeLibrary(t *testing.T) {
	tools.Require(t, "clang")
	m := parseModule(t,
		"func.func @f(%x: f64, %y: f64) -> (f64, f64) {\n  %0 = math.erf %x : f64\n  %1 = math.cbrt %y : "+
			"f64\n  return %0, %1 : f64, f64\n}")
	values, err := runOn(t, "native", m,
		inputsOf(t, m, exec.Inputs{Args: map[string]string{"x": "0.5", "y": "27"}}), exec.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []float64{math.Erf(0.5), 3} {
		if got := math.Float64frombits(values[i].Bits); math.Abs(got-want) > 1e-14 {
			t.Errorf("result %d is %v, want %v", i, got, want)
		}
	}
}

// Every error in compiled code is a diagnostic with its own code, at the place in the program.
func TestNativeFailures(t *testing.T) {
	tools.Require(t, "clang")
	failures(t, "native", map[string]failure{
		"an assertion": {
			source: "func.func @f(%n: index) {\n  %c = arith.constant 5 : index\n  %ok = arith.cmpi slt, " +
				"%n, %c : index\n" +
				"  cf.assert %ok, \"n is \\22small\\22\"\n  return\n}", code: "native-assert",
			message: `n is "small"`, line: 4},
		"a task": {
			source: "func.func @f(%n: index) {\n  %t = async.execute {\n    %c = arith.constant 5 : index\n" +
				"    %ok = arith.cmpi slt, %n, %c : index\n    cf.assert %ok, \"small\"\n    async.yield\n " +
				" " +
				"}\n  async.await %t : !async.token\n  return\n}",
			code: "native-async-error", message: "small", line: 5},
		"a task that nothing awaits": {
			source: "func.func @f(%n: index) {\n  %t = async.execute {\n    %c = arith.constant 5 : index\n" +
				"    %ok = arith.cmpi slt, %n, %c : index\n    cf.assert %ok, \"small\"\n    async.yield\n " +
				" " +
				"}\n  return\n}",
			code:    "native-async-error",
			message: "a task that the program does not await has ended in an error: small", line: 5},
		"the first of several tasks that nothing awaits": {
			source: "func.func @f(%n: index) {\n  %c = arith.constant 5 : index\n" +
				"  %ok = arith.cmpi slt, %n, %c : index\n  %t = async.execute {\n    cf.assert %ok, " +
				"\"one\"\n  " +
				"  async.yield\n  }\n" +
				"  %u = async.execute {\n    cf.assert %ok, \"two\"\n    async.yield\n  }\n  return\n}",
			code: "native-async-error", message: "one", line: 5},
		"a group": {
			source: "func.func @f(%n: index) {\n  %c = arith.constant 5 : index\n  %c1 = arith.constant 1 " +
				": index\n" +
				"  %g = async.create_group %c1 : !async.group\n  %t = async.execute {\n    %ok = " +
				"arith.cmpi " +
				"slt, %n, %c : index\n" +
				"    cf.assert %ok, \"small\"\n    async.yield\n  }\n  %u = async.execute [%t] {\n    " +
				"async.yield\n  }\n" +
				"  %i = async.add_to_group %u, %g : !async.token\n  async.await_all %g\n  return\n}",
			code: "native-async-error", message: "small", line: 7},
		"an access": {
			source: "func.func @f(%m: memref<4xi32>) -> i32 {\n  %c = arith.constant 100000000000 : index\n" +
				"  %v = memref.load %m[%c] : memref<4xi32>\n  return %v : i32\n}", code: "native-crash",
			message: "accessed memory", line: 1},
		"a division": {
			source: "func.func @f(%a: i32, %b: i32) -> i32 {\n  %q = arith.divsi %a, %b : i32\n  return %q " +
				": i32\n}",
			code: "native-crash", message: "divided", line: 1, args: map[string]string{"b": "0"}},
		"time": {source: endless, code: "native-limit-time", message: "has not ended within", line: 1,
			options: exec.Options{Limits: exec.Limits{Time: 200 * time.Millisecond}}},
		"memory": {
			source: "func.func @f() -> memref<?xi8> {\n  %n = arith.constant 1000000000 : index\n  %m = " +
				"memref.alloc(%n) : memref<?xi8>\n" +
				"  return %m : memref<?xi8>\n}", code: "native-limit-memory", message: "1000000", line: 1,
			options: exec.Options{Limits: exec.Limits{Memory: 100 << 20}}},
		"the stack": {
			source: "func.func @f(%m: memref<64xi64>) -> i64 {\n  %r = func.call @deep(%m) : " +
				"(memref<64xi64>) -> i64\n  return %r : i64\n}\n" +
				"func.func private @deep(%m: memref<64xi64>) -> i64 {\n  %own = memref.alloca() : " +
				"memref<64xi64>\n  %c = arith.constant 3 : index\n" +
				"  %x = memref.load %m[%c] : memref<64xi64>\n  memref.store %x, %own[%c] : memref<64xi64>\n" +
				"  %r = func.call @deep(%own) : (memref<64xi64>) -> i64\n  memref.store %r, %m[%c] : " +
				"memref<64xi64>\n" +
				"  %y = memref.load %own[%c] : memref<64xi64>\n  %s = arith.muli %r, %y : i64\n  return %s " +
				": " +
				"i64\n}",
			code: "native-limit-stack", message: "stack", line: 1},
		"a function that is missing": {
			source: "func.func @f() {\n  func.call @nowhere() : () -> ()\n  return\n}\nfunc.func private " +
				"@nowhere()",
			code: "native-clang", message: "nothing defines the function '@nowhere'", line: 5},
		"an operation": {
			source: "func.func @f(%a: memref<16x16xf16>) {\n  %c0 = arith.constant 0 : index\n" +
				"  %v = gpu.subgroup_mma_load_matrix %a[%c0, %c0] {leadDimension = 16 : index} : " +
				"memref<16x16xf16> -> !gpu.mma_matrix<16x16xf16, \"AOp\">\n" +
				"  return\n}", code: "native-unsupported",
			message: "cannot run this 'gpu.subgroup_mma_load_matrix'", line: 3},
		"a GPU": {source: "func.func @f() {\n  nvvm.cp.async.commit.group\n  return\n}",
			code: "native-unsupported", message: "nvvm", line: 2},
		"a type": {
			source: "func.func @f(%t: i32) -> vector<4xi32> {\n  %v = vector.broadcast %t : i32 to " +
				"vector<4xi32>\n  return %v : vector<4xi32>\n}",
			code: "native-signature", message: "vector<4xi32>", line: 1},
	})
}

// failure is a program that cannot be compiled or stops, with the expected error.
type failure struct {
	source, code, message string
	line                  int
	options               exec.Options
	args                  map[string]string
}

func failures(t *testing.T, engine string, programs map[string]failure) {
	for name, c := range programs {
		t.Run(name, func(t *testing.T) {
			m := parseModule(t, c.source)
			if c.options.Time == 0 {
				c.options.Time = time.Minute
			}
			_, err := runOn(t, engine, m, inputsOf(t, m, exec.Inputs{Seed: 1, Args: c.args}), c.options)
			d, ok := errors.AsType[*diag.Diagnostic](err)
			if !ok || string(d.Code) != c.code || !strings.Contains(d.Message, c.message) ||
				d.Span.Place().Line != c.line {
				t.Errorf("got %v, want line %d, %s, %q", err, c.line, c.code, c.message)
			}
		})
	}
}

// endless is a program that runs until it is stopped.
const endless = `func.func @f(%m: memref<1xi32>) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  cf.br ^a
^a:
  %v = memref.atomic_rmw addi %one, %m[%c0] : (i32, memref<1xi32>) -> i32
  cf.br ^a
}`

// A canceled run ends at once.
func TestCanceled(t *testing.T) {
	for _, engine := range compilers {
		t.Run(engine, func(t *testing.T) {
			require(t, engine)
			endsWhenCanceled(t, engine)
		})
	}
}

func endsWhenCanceled(t *testing.T, engine string) {
	tools.Cache(t)
	m := parseModule(t, endless)
	e, err := exec.Lookup(engine)
	if err != nil {
		t.Fatal(err)
	}
	p, err := e.Compile(t.Context(), m, "f", exec.Code{})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	start := time.Now()
	_, err = p.Run(ctx, exec.Values(inputsOf(t, m, exec.Inputs{})), exec.Options{})
	wantCode(t, err, "run-interrupted")
	if took := time.Since(start); took > 20*time.Second {
		t.Errorf("it took %v", took)
	}
	// the context has ended before
	_, err = p.Run(ctx, exec.Values(inputsOf(t, m, exec.Inputs{})), exec.Options{})
	wantCode(t, err, "run-interrupted")
}

func wantCode(t *testing.T, err error, code string) {
	t.Helper()
	if d, ok := errors.AsType[*diag.Diagnostic](err); !ok || string(d.Code) != code {
		t.Errorf("got %v, want %s", err, code)
	}
}

// Without clang, the message says what to install.
func TestNativeWithoutClang(t *testing.T) {
	t.Setenv("INFLIGHT_CLANG", "/nowhere/clang")
	m := parseModule(t, "func.func @f() { return }")
	_, err := runOn(t, "native", m, nil, exec.Options{})
	wantCode(t, err, "native-no-clang")
	if d, ok := errors.AsType[*diag.Diagnostic](err); ok && d.Span.Place().Line != 1 {
		t.Errorf("at %v", d.Span)
	}
}

// Arguments that are not those of the function never reach the program.
func TestBadArguments(t *testing.T) {
	for _, engine := range compilers {
		t.Run(engine, func(t *testing.T) {
			require(t, engine)
			refusesBadArguments(t, engine)
		})
	}
}

func refusesBadArguments(t *testing.T, engine string) {
	m := parseModule(t, "func.func @f(%a: memref<2xi32>, %b: memref<2xi32>, %n: i32) { return }")
	good := exec.Values(inputsOf(t, m, exec.Inputs{}))
	e, err := exec.Lookup(engine)
	if err != nil {
		t.Fatal(err)
	}
	tools.Cache(t)
	p, err := e.Compile(t.Context(), m, "f", exec.Code{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Run(tools.Context(t), good, exec.Options{}); err != nil {
		t.Fatal(err)
	}
	for _, bad := range [][]value.Value{
		nil, good[:2], {good[0], good[0], good[2]}, {good[0], good[2], good[1]}, {good[0], {}, good[2]},
		{good[0], {Type: good[1].Type}, good[2]}, {good[0], good[1], value.Int(m.Context().I64, 1)},
	} {
		_, err := p.Run(tools.Context(t), bad, exec.Options{})
		wantCode(t, err, engine+"-bad-argument")
	}
}
