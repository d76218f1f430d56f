package wasm

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/tools"
	"github.com/inflight-compiler/inflight/target/wasm"
)

// node runs a function of a program under node, as examples/wasm/run.mjs does, and returns what it prints.
func node(t *testing.T, source string, args ...string) (string, error) {
	t.Helper()
	program := tools.Require(t, "node")
	code, err := wasm.Build(t.Context(), parse(t, source), "")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "f.wasm")
	if err := os.WriteFile(file, code, 0o644); err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), program,
		append([]string{"../../examples/wasm/run.mjs", file}, args...)...).CombinedOutput()
	return strings.TrimSpace(string(out)), err
}

// A module that was built runs under node: memory of any layout goes in and comes out, and where it stops is
// said.
func TestNode(t *testing.T) {
	saxpy, err := os.ReadFile("../../examples/wasm/saxpy.mlir")
	if err != nil {
		t.Fatal(err)
	}
	const view = `func.func @f(%x: memref<?x4xi32, strided<[?, 1], offset: ?>>, %h: f64, %n: i8) -> (memref<?x2xi32, strided<[?, 1], offset: ?>>, f64, i8) {
  %c0 = arith.constant 0 : index
  %r = memref.dim %x, %c0 : memref<?x4xi32, strided<[?, 1], offset: ?>>
  %v = memref.subview %x[0, 1] [%r, 2] [1, 1] : memref<?x4xi32, strided<[?, 1], offset: ?>> to memref<?x2xi32, strided<[?, 1], offset: ?>>
  %e = math.exp %h : f64
  return %v, %e, %n : memref<?x2xi32, strided<[?, 1], offset: ?>>, f64, i8
}`
	for _, c := range []struct{ source, args, want string }{
		{string(saxpy), "saxpy 2 5 5", "x = 0 1 2 3 4\ny = 0 3 6 9 12\nresult = 30"},
		{string(saxpy), "saxpy 2 5 4", "in.mlir:9:11: out of bounds"},
		{string(saxpy), "nothing", "the functions are: saxpy"},
		{view, "f 2 0 7", "x = 0 1 2 3 4 5 6 7\nresult = 1 2 5 6, 1, 7"},
		{"func.func @f(%a: i64, %b: i64) -> i64 {\n  %q = arith.divsi %a, %b : i64\n  return %q : i64\n}",
			"f 1 0", "in.mlir:2:8: division by zero"},
		{
			"func.func @f(%n: index) -> memref<?xi64> {\n  %c0 = arith.constant 0 : index\n  %m = " +
				"memref.alloc(%n) : memref<?xi64>\n" +
				"  %d = memref.dim %m, %c0 : memref<?xi64>\n  %v = arith.index_cast %d : index to i64\n  " +
				"linalg.fill ins(%v : i64) outs(%m : memref<?xi64>)\n" +
				"  return %m : memref<?xi64>\n}", "f 3", "result = 3 3 3"},
	} {
		if got, _ := node(t, c.source, strings.Fields(c.args)...); !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.args, got, c.want)
		}
	}
}

// The allocator never hands out memory that is in use, and uses memory again that was given back.
func TestAllocator(t *testing.T) {
	s := open(t, `func.func private @inflight_allocate(i32, i32) -> i32
func.func private @inflight_free(i32)
func.func @f(%free: i1, %a: i32, %b: i32) -> i32 {
  %r = scf.if %free -> i32 {
    func.call @inflight_free(%a) : (i32) -> ()
    scf.yield %a : i32
  } else {
    %p = func.call @inflight_allocate(%a, %b) : (i32, i32) -> i32
    scf.yield %p : i32
  }
  return %r : i32
}`)
	r := rand.New(rand.NewPCG(1, 2))
	if err := s.reserve(1 << 21); err != nil {
		t.Fatal(err)
	}
	call := func(words ...uint64) uint32 {
		results, err := s.module.ExportedFunction(entryExport).Call(s.inner, words...)
		if err != nil {
			t.Fatal(err)
		}
		return uint32(results[0])
	}
	type block struct{ at, size uint32 }
	var live []block
	total, most := 0, 0
	for range 3000 {
		if len(live) > 0 && r.IntN(2) == 0 {
			i := r.IntN(len(live))
			call(1, uint64(live[i].at), 0)
			total -= int(live[i].size)
			live[i] = live[len(live)-1]
			live = live[:len(live)-1]
			continue
		}
		size, alignment := uint32(r.IntN(1<<r.IntN(16))), uint32(1)<<r.IntN(9)
		b := block{call(0, uint64(size), uint64(alignment)), size}
		if b.at == 0 || b.at%alignment != 0 || uint64(b.at)+uint64(size) > uint64(s.module.Memory().Size()) {
			t.Fatalf("%d bytes, alignment %d: got %#x", size, alignment, b.at)
		}
		for _, o := range live {
			if b.at < o.at+o.size && o.at < b.at+b.size {
				t.Fatalf("%v overlaps %v", b, o)
			}
		}
		live = append(live, b)
		total += int(size)
		most = max(most, total)
	}
	if top, _ := s.module.Memory().ReadUint32Le(16); int(top) > 1<<21+4*most+1<<16 {
		t.Errorf("the heap ends at %#x, though never more than %d bytes were in use", top, most)
	}
	for _, size := range []uint64{0xffffffff, 0xfffffff0, 0xc0000001} {
		if at := call(0, size, 16); at != 0 {
			t.Errorf("%#x bytes: got %#x", size, at)
		}
	}
}
