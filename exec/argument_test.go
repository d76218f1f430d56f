package exec_test

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/exec"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
	"github.com/inflight-compiler/inflight/npy"
)

// function parses a module and returns its entry.
func function(t testing.TB, source string) *ir.Op {
	t.Helper()
	m, diags := text.Parse(all.NewContext(), diag.NewFile("in.mlir", []byte(source)), text.Options{})
	if diags.HasErrors() {
		t.Fatal(diags.Err())
	}
	fn, err := exec.Entry(m, "")
	if err != nil {
		t.Fatal(err)
	}
	return fn
}

const signature = `func.func @f(%A: memref<2x3xf32>, %x: memref<?x4xi32>, %n: index, %k: i8, %s: f64, %flag: i1) {
  %c0 = arith.constant 0 : index
  %rows = memref.dim %x, %c0 : memref<?x4xi32>
  return
}`

// write stores an array and returns the name of the file.
func write(t testing.TB, d npy.DType, shape ...int) string {
	t.Helper()
	array, err := npy.New(d, shape...)
	if err != nil {
		t.Fatal(err)
	}
	for i := range array.Len() {
		if d == npy.Float32 {
			binary.LittleEndian.PutUint32(array.Data[4*i:], math.Float32bits(float32(i)+0.5))
		}
	}
	name := filepath.Join(t.TempDir(), "data.npy")
	if err := npy.WriteFile(name, array); err != nil {
		t.Fatal(err)
	}
	return name
}

func bytesFile(t testing.TB, content string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "data.npy")
	if err := os.WriteFile(name, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
	return name
}

func TestArguments(t *testing.T) {
	fn := function(t, signature)
	for _, c := range []struct {
		name string
		in   exec.Inputs
		want string // name, shape and source of each
	}{
		{"defaults", exec.Inputs{}, "A[2 3]random x[16 4]random n=16"},
		{"extent by its dimension", exec.Inputs{Dims: map[string]int64{"x.0": 5}},
			"A[2 3]random x[5 4]random n=5"},
		{"extent by the only dynamic one", exec.Inputs{Dims: map[string]int64{"x": 5}},
			"A[2 3]random x[5 4]random n=5"},
		{"extent by its query", exec.Inputs{Dims: map[string]int64{"rows": 0}},
			"A[2 3]random x[0 4]random n=0"},
		{"index by --dim", exec.Inputs{Dims: map[string]int64{"n": 7}}, "A[2 3]random x[7 4]random n=7"},
		{"index by --arg", exec.Inputs{Args: map[string]string{"n": "0x10"}},
			"A[2 3]random x[16 4]random n=16"},
		{"the largest extent is the default", exec.Inputs{Dims: map[string]int64{"n": 3, "x": 9}},
			"A[2 3]random x[9 4]random n=3"},
	} {
		t.Run(c.name, func(t *testing.T) {
			args, err := c.in.Arguments(fn)
			if err != nil {
				t.Fatal(err)
			}
			got := fmt.Sprintf("%s%v%s %s%v%s %s=%s", args[0].Name, args[0].Value.Buffer.Shape,
				args[0].Source,
				args[1].Name, args[1].Value.Buffer.Shape, args[1].Source, args[2].Name, args[2].Source)
			if got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

// Arrays arrive unchanged, also through a fortran-ordered or big-endian file (package npy normalizes them),
// and leave unchanged. Extents that the function asserts to be related are tested as well: those given by
// --dim, by a file or by --arg, and others.
func TestRelatedExtents(t *testing.T) {
	fn := function(t,
		`func.func @f(%A: memref<?x?xf32>, %B: memref<?xf32>, %C: memref<?xf32>, %k: index, %D: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %A, %c0 : memref<?x?xf32>
  %m = memref.dim %A, %c1 : memref<?x?xf32>
  %b = memref.dim %B, %c0 : memref<?xf32>
  %e0 = arith.cmpi eq, %b, %m : index
  cf.assert %e0, "B.shape[0] == m"
  %c = memref.dim %C, %c0 : memref<?xf32>
  %m1 = arith.addi %m, %c1 : index
  %want = arith.muli %n, %m1 : index
  %e1 = arith.cmpi eq, %c, %want : index
  cf.assert %e1, "C.shape[0] == n * (m + 1)"
  %d = memref.dim %D, %c0 : memref<?xf32>
  %e2 = arith.cmpi eq, %d, %k : index
  cf.assert %e2, "D.shape[0] == k"
  return
}`)
	for name, c := range map[string]struct {
		in   exec.Inputs
		want string
	}{
		"nothing given": {exec.Inputs{}, "[16 16] [16] [272] 16 [16]"},
		"dims":          {exec.Inputs{Dims: map[string]int64{"n": 2, "m": 3, "k": 4}}, "[2 3] [3] [8] 4 [4]"},
		"backwards":     {exec.Inputs{Dims: map[string]int64{"b": 3, "n": 2, "d": 5}}, "[2 3] [3] [8] 5 [5]"},
		"a file": {exec.Inputs{Args: map[string]string{"B": write(t, npy.Float32, 3)},
			Dims: map[string]int64{"n": 2, "k": 1}}, "[2 3] [3] [8] 1 [1]"},
		"a number": {exec.Inputs{Args: map[string]string{"k": "7"},
			Dims: map[string]int64{"n": 2, "m": 3}}, "[2 3] [3] [8] 7 [7]"},
		"contradiction": {exec.Inputs{Dims: map[string]int64{"n": 2, "m": 3, "c": 5, "k": 1}},
			"[2 3] [3] [5] 1 [1]"},
	} {
		args, err := c.in.Arguments(fn)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var got []string
		for _, arg := range args {
			if b := arg.Value.Buffer; b != nil {
				got = append(got, fmt.Sprint(b.Shape))
			} else {
				got = append(got, fmt.Sprint(arg.Value.Bits))
			}
		}
		if got := strings.Join(got, " "); got != c.want {
			t.Errorf("%s: got %s, want %s", name, got, c.want)
		}
	}
}

func TestArrayRoundTrip(t *testing.T) {
	fn := function(t, signature)
	file := write(t, npy.Float32, 2, 3)
	args, err := exec.Inputs{Args: map[string]string{"A": file, "x": write(t, npy.Uint32, 7, 4)}}.Arguments(
		fn)
	if err != nil {
		t.Fatal(err)
	}
	if args[0].Source != file || args[1].Value.Buffer.Shape[0] != 7 {
		t.Errorf("got %+v", args)
	}
	if got := math.Float32frombits(uint32(args[0].Value.Buffer.At(1, 2))); got != 5.5 {
		t.Errorf("A[1][2] is %v, want 5.5", got)
	}
	back, err := args[0].Array()
	if err != nil {
		t.Fatal(err)
	}
	original, err := npy.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if string(back.Data) != string(original.Data) || back.DType != original.DType {
		t.Error("the array does not come back as it was")
	}
}

func TestRandomIsSeeded(t *testing.T) {
	fn := function(t, signature)
	data := func(seed uint64) string {
		args, err := exec.Inputs{Seed: seed}.Arguments(fn)
		if err != nil {
			t.Fatal(err)
		}
		return string(args[0].Value.Buffer.Data)
	}
	first, again := data(1), data(1)
	if first != again {
		t.Error("one seed gives two arrays")
	}
	if first == data(2) {
		t.Error("two seeds give one array")
	}
}

// Clones do not share memory.
func TestClone(t *testing.T) {
	args, err := exec.Inputs{}.Arguments(function(t, signature))
	if err != nil {
		t.Fatal(err)
	}
	clone := exec.Clone(args)
	clone[0].Value.Buffer.Set(0x7fc00000, 0, 0)
	if args[0].Value.Buffer.At(0, 0) == 0x7fc00000 {
		t.Error("the clone shares its memory")
	}
}

func TestBadInputs(t *testing.T) {
	fn := function(t, signature)
	whole, err := os.ReadFile(write(t, npy.Float32, 2, 3))
	if err != nil {
		t.Fatal(err)
	}
	arg := func(name, value string) exec.Inputs { return exec.Inputs{Args: map[string]string{name: value}} }
	dim := func(name string, n int64) exec.Inputs { return exec.Inputs{Dims: map[string]int64{name: n}} }
	for _, c := range []struct {
		name, code, message string
		in                  exec.Inputs
	}{
		{"no such argument", "run-argument", "no argument 'B'", arg("B", "x.npy")},
		{"no such file", "npy-open", "no such file", arg("A", "nosuch.npy")},
		{"a folder", "npy-open", "directory", arg("A", t.TempDir())},
		{"garbage", "npy-magic", "not in the .npy format", arg("A", bytesFile(t, "hello world"))},
		{"empty", "npy-truncated", "", arg("A", bytesFile(t, ""))},
		{"truncated", "npy-truncated", "", arg("A", bytesFile(t, string(whole[:len(whole)-1])))},
		{"trailing", "npy-trailing", "", arg("A", bytesFile(t, string(whole)+"x"))},
		{"element type", "run-argument", "holds float64", arg("A", write(t, npy.Float64, 2, 3))},
		{"extent", "run-argument", "has shape [2 4]", arg("A", write(t, npy.Float32, 2, 4))},
		{"rank", "run-argument", "has shape [6]", arg("A", write(t, npy.Float32, 6))},
		{"fixed extent of a dynamic type", "run-argument", "has shape [5 5]",
			arg("x", write(t, npy.Int32, 5, 5))},
		{"no number", "run-argument", "not such a number", arg("n", "x")},
		{"file for a number", "run-argument", "not such a number", arg("k", write(t, npy.Int8, 1))},
		{"number too large", "run-argument", "'256' is not such a number", arg("k", "256")},
		{"number too small", "run-argument", "'-129' is not such a number", arg("k", "-129")},
		{"no float", "run-argument", "not such a number", arg("s", "one")},
		{"no such extent", "run-dim", "no dynamic extent 'm'", dim("m", 3)},
		{"constant extent", "run-dim", "no dynamic extent 'x.1'", dim("x.1", 3)},
		{"no dynamic extent", "run-dim", "no dynamic extent 'A'", dim("A", 3)},
		{"too large", "run-argument", "too large", dim("x", 1<<40)},
		{"product overflows", "run-argument", "too large", dim("x", math.MaxInt64)},
		{"extent of a file and another", "run-dim", "both the extents 5 and 6",
			exec.Inputs{Args: map[string]string{"x": write(t, npy.Int32, 5, 4)},
				Dims: map[string]int64{"rows": 6}}},
		{"two names of an extent", "run-dim", "both the extents",
			exec.Inputs{Dims: map[string]int64{"rows": 6, "x": 7}}},
		{"number given twice", "run-dim", "given twice",
			exec.Inputs{Args: map[string]string{"n": "1"}, Dims: map[string]int64{"n": 2}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := c.in.Arguments(fn)
			wantDiagnostic(t, err, c.code, c.message)
		})
	}
}

func TestUnusableSignatures(t *testing.T) {
	for _, typ := range []string{
		"memref<*xf32>", "memref<4xcomplex<f16>>", "memref<4xi4>", "tensor<4xf32>", "vector<4xf32>",
		"memref<99999999999xf32>", "memref<0x99999999999x99999999999xi9>", "f80", "i128",
	} {
		t.Run(typ, func(t *testing.T) {
			_, err := exec.Inputs{}.Arguments(function(t, "func.func @f(%a: "+typ+") { return }"))
			wantDiagnostic(t, err, "run-argument", "'a'")
		})
	}
}

func TestEntry(t *testing.T) {
	for _, c := range []struct{ source, name, want string }{
		{"func.func @f() { return }", "", "f"},
		{"func.func @f() { return } func.func private @g() { return }", "", "f"},
		{"func.func @f() { return } func.func private @g() { return }", "g", "g"},
		{"func.func @f() { return } func.func private @g()", "", "f"},
		{"func.func @f() { return } func.func @g() { return }", "", "there are 2 functions to run"},
		{"func.func @f() { return } func.func private @g()", "g", "no function '@g' with a body"},
		{"", "", "no public function"},
		{"func.func private @f() { return }", "", "no public function"},
		{"module { func.func @f() { return } }\nfunc.func private @g()", "", "no public function"},
		{"module { func.func @f() { return } }\nfunc.func @g() { return }", "", "g"},
	} {
		m, diags := text.Parse(all.NewContext(), diag.NewFile("in.mlir", []byte(c.source)), text.Options{})
		if diags.HasErrors() {
			t.Fatal(diags.Err())
		}
		fn, err := exec.Entry(m, c.name)
		if err != nil {
			wantDiagnostic(t, err, "run-entry", c.want)
		} else if fn.SymbolName() != c.want {
			t.Errorf("%s, --entry %q: got @%s, want %s", c.source, c.name, fn.SymbolName(), c.want)
		}
	}
}

func TestLookup(t *testing.T) {
	for _, name := range exec.Names() {
		if e, err := exec.Lookup(name); err != nil || e.Name() != name {
			t.Errorf("Lookup(%s) = %v, %v", name, e, err)
		}
	}
	_, err := exec.Lookup("abacus")
	wantDiagnostic(t, err, "run-engine", "abacus")
}

// wantDiagnostic checks that an error is a diagnostic with a code, a suggestion and a message.
func wantDiagnostic(t *testing.T, err error, code, message string) {
	t.Helper()
	var d *diag.Diagnostic
	if !errors.As(err, &d) {
		t.Fatalf("got %v, want a diagnostic", err)
	}
	if string(d.Code) != code || !strings.Contains(d.Message, message) || d.Suggestion == "" {
		t.Errorf("got %v (help: %s), want code %s and %q", err, d.Suggestion, code, message)
	}
}

// Results are written with the signs of the files, or with those that TVMScript gives.
func TestSignsComeBack(t *testing.T) {
	fn := function(t,
		`func.func @main(%A: memref<4xi8> {tvm.dtype = "uint8"}, %B: memref<4xi8>, %C: memref<4xi8>, %D: memref<4xbf16>) { return }`)
	args, err := exec.Inputs{Args: map[string]string{"C": write(t, npy.Uint8, 4)}}.Arguments(fn)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []npy.DType{npy.Uint8, npy.Int8, npy.Uint8, npy.BFloat16} {
		if array, err := args[i].Array(); err != nil || array.DType != want {
			t.Errorf("%s is written as %v, want %v (%v)", args[i].Name, array.DType, want, err)
		}
	}
}
