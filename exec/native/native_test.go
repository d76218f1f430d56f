package native

import (
	"context"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/inflight-compiler/inflight/config"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/internal/tools"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
	"github.com/inflight-compiler/inflight/value"
)

// If several goroutines ask for one file of the cache at the same time, each gets a whole file, and no other
// file is left in the folder.
func TestCacheIsShared(t *testing.T) {
	t.Setenv("INFLIGHT_CACHE", t.TempDir())
	content := strings.Repeat("whole", 100_000)
	var made atomic.Int32
	var wg sync.WaitGroup
	for range 16 {
		wg.Go(func() {
			file, err := cached(key("a", "b"), func(_, file string) error {
				made.Add(1)
				return os.WriteFile(file, []byte(content), 0o666)
			})
			if err != nil {
				t.Error(err)
				return
			}
			got, readError := io.ReadAll(file)
			if readError != nil || string(got) != content {
				t.Errorf("%v, %d bytes", readError, len(got))
			}
		})
	}
	wg.Wait()
	if made.Load() == 0 {
		t.Error("nothing was made")
	}
	left, err := filepath.Glob(filepath.Join(os.Getenv("INFLIGHT_CACHE"), "native", "*", "*"))
	hidden, _ := filepath.Glob(filepath.Join(os.Getenv("INFLIGHT_CACHE"), "native", "*", ".*"))
	if err != nil || len(left) != 1 || len(hidden) != 0 {
		t.Errorf("in the folder: %v %v", left, hidden)
	}
}

// A file whose making fails is not kept.
func TestCacheForgetsFailures(t *testing.T) {
	t.Setenv("INFLIGHT_CACHE", t.TempDir())
	broken := errors.New("broken")
	if _, err := cached(key("x"), func(string, string) error { return broken }); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
	if _, err := cached(key("x"), func(_, file string) error {
		return os.WriteFile(file, nil, 0o666)
	}); err != nil {
		t.Errorf("got %v", err)
	}
}

func TestKey(t *testing.T) {
	if key("ab", "c") == key("a", "bc") || key("a") == key("a", "") {
		t.Error("keys do not tell parts apart")
	}
}

// A running program may write anything to the shared file: extents and offsets that are invalid are errors.
func TestResultsAreNotBelieved(t *testing.T) {
	c := all.NewContext()
	typ := c.MemRef([]int64{ir.Dynamic, ir.Dynamic}, c.F32, nil, nil)
	// two extents, and the offset of the contents, for which there is no constant here
	for _, words := range [][3]int64{
		{-1, 1, 0}, {1 << 40, 1 << 40, 0}, {1 << 62, 4, 0}, {2, 2, -8}, {2, 2, 1 << 40}, {100, 100, 0},
	} {
		f, err := os.Create(filepath.Join(t.TempDir(), "shared"))
		if err != nil {
			t.Fatal(err)
		}
		if err := f.Truncate(4096); err != nil {
			t.Fatal(err)
		}
		if b, err := readResult(f, 4096, typ, func(d int) int64 { return words[d] }, words[2]); err == nil {
			t.Errorf("%v: got %v", words, b.Shape)
		}
		_ = f.Close()
	}
}

// The header of the shared file has the length that host.c defines.
func TestHead(t *testing.T) {
	l := plan(nil, nil)
	f, err := os.Create(filepath.Join(t.TempDir(), "shared"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	if err := l.write(f, 77); err != nil {
		t.Fatal(err)
	}
	word := make([]byte, 8)
	if _, err := f.ReadAt(word, 8*wordMemoryLimit); err != nil || binary.NativeEndian.Uint64(word) != 77 {
		t.Errorf("%v, %v", word, err)
	}
	if !strings.Contains(hostSource, "_Static_assert(sizeof(head) == 2088") || headSize != 2088 {
		t.Errorf("the head has %d bytes", headSize)
	}
}

// The same program is compiled once, for any number of callers. Another program, and another entry, are
// compiled separately.
func TestCompileOnce(t *testing.T) {
	tools.Require(t, "clang")
	t.Setenv("INFLIGHT_CACHE", t.TempDir())
	m, diags := text.Parse(all.NewContext(), diag.NewFile("in.mlir", []byte(
		"func.func @f(%x: i32) -> i32 { return %x : i32 }\nfunc.func @g(%x: i32) -> i32 {\n  %y = "+
			"arith.addi %x, %x : i32\n  return %y : i32\n}")), text.Options{})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	executables := map[string]bool{}
	for _, entry := range []string{"f", "g", "f"} {
		p, err := Compile(context.Background(), m, entry, config.Code{})
		if err != nil {
			t.Fatal(err)
		}
		executables[p.executable.key] = true
		values, err := p.Run(tools.Context(t), []value.Value{value.Int(m.Context().I32, 21)}, config.Run{})
		want := uint64(21)
		if entry == "g" {
			want = 42
		}
		if err != nil || values[0].Bits != want {
			t.Errorf("@%s: %v, %v", entry, values, err)
		}
	}
	if len(executables) != 2 {
		t.Errorf("%d executables", len(executables))
	}
	if m.Body().First().Name() != "func.func" {
		t.Error("the module has changed")
	}
}

// measured compiles a program for a benchmark, and returns it with memory for its arguments.
func measured(b *testing.B, source string) (*Program, []value.Value) {
	b.Helper()
	tools.Require(b, "clang")
	m, diags := text.Parse(all.NewContext(), diag.NewFile("in.mlir", []byte(source)), text.Options{})
	if diags.HasErrors() {
		b.Fatal(diags)
	}
	tools.Cache(b)
	p, err := Compile(context.Background(), m, "f", config.Code{})
	if err != nil {
		b.Fatal(err)
	}
	var args []value.Value
	for _, t := range p.Inputs() {
		typ := t.(*ir.MemRefType)
		x, err := value.NewBuffer(typ, typ.Shape)
		if err != nil {
			b.Fatal(err)
		}
		args = append(args, value.Memory(x))
	}
	return p, args
}

// repeat runs a program as often as a benchmark asks.
func repeat(b *testing.B, p *Program, args []value.Value) {
	b.Helper()
	for b.Loop() {
		if _, err := p.Run(context.Background(), args, config.Run{}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkRun runs a program without operations, on 4 KiB. It measures the cost of a process and a shared
// file.
func BenchmarkRun(b *testing.B) {
	p, args := measured(b, "func.func @f(%x: memref<1024xf32>) { return }")
	repeat(b, p, args)
}

// BenchmarkProduct multiplies matrices of 512 x 512 floats ten times.
func BenchmarkProduct(b *testing.B) {
	p, args := measured(b,
		`func.func @f(%x: memref<512x512xf32>, %y: memref<512x512xf32>, %z: memref<512x512xf32>) {
  affine.for %i = 0 to 10 {
    linalg.matmul ins(%x, %y : memref<512x512xf32>, memref<512x512xf32>) outs(%z : memref<512x512xf32>)
  }
  return
}`)
	repeat(b, p, args)
	b.ReportMetric(float64(b.N)*10*2*512*512*512/b.Elapsed().Seconds()/1e9, "GFLOP/s")
}
