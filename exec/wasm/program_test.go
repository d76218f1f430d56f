package wasm

import (
	"context"
	"math"
	"runtime/debug"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/inflight-compiler/inflight/config"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/target/wasm"
	"github.com/inflight-compiler/inflight/value"
)

// compile compiles the function @f of a program.
func compile(t *testing.T, source string) *Program {
	t.Helper()
	p, err := Compile(t.Context(), parse(t, source), "f", config.Code{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.Close() })
	return p
}

// buffer returns memory for the first argument of a program, with extents as given.
func buffer(t *testing.T, p *Program, shape ...int64) *value.Buffer {
	t.Helper()
	b, err := value.NewBuffer(
		&ir.MemRefType{Ranked: true, Shape: shape, Elem: p.entry.Inputs[0].(*ir.MemRefType).Elem}, shape)
	if err != nil {
		t.Fatal(err)
	}
	b.Type = p.entry.Inputs[0].(*ir.MemRefType)
	return b
}

func wantCode(t *testing.T, what string, err error, code diag.Code) {
	t.Helper()
	if codeOf(err) != code {
		t.Errorf("%s: got %v, want %s", what, err, code)
	}
}

// Accesses to buffers that were made by hand stay within their bytes.
func TestHandMadeBuffers(t *testing.T) {
	p := compile(t, "func.func @f(%a: memref<?xi32, strided<[?], offset: ?>>) { return }")
	for name, change := range map[string]func(*value.Buffer){
		"negative offset":      func(b *value.Buffer) { b.Offset = -1 },
		"offset behind":        func(b *value.Buffer) { b.Offset = 1 },
		"long":                 func(b *value.Buffer) { b.Shape[0] = 5 },
		"negative stride":      func(b *value.Buffer) { b.Strides[0] = -1 },
		"stride that wraps":    func(b *value.Buffer) { b.Strides[0] = math.MaxInt64 / 2 },
		"distance that wraps":  func(b *value.Buffer) { b.Shape[0], b.Strides[0] = 1<<32+1, 1<<32 },
		"offset that wraps":    func(b *value.Buffer) { b.Offset = math.MaxInt64 },
		"negative extent":      func(b *value.Buffer) { b.Shape[0] = -4 },
		"no strides":           func(b *value.Buffer) { b.Strides = nil },
		"bytes of one too few": func(b *value.Buffer) { b.Data = b.Data[:15] },
	} {
		b := buffer(t, p, 4)
		change(b)
		_, err := p.Run(t.Context(), []value.Value{value.Memory(b)}, config.Run{})
		wantCode(t, name, err, codeArguments)
	}
	for name, change := range map[string]func(*value.Buffer){
		"as it is":        func(*value.Buffer) {},
		"every other":     func(b *value.Buffer) { b.Shape[0], b.Strides[0], b.Offset = 2, 2, 1 },
		"one, far stride": func(b *value.Buffer) { b.Shape[0], b.Strides[0] = 1, math.MaxInt64 },
		"none":            func(b *value.Buffer) { b.Shape[0], b.Offset = 0, 1<<40 },
	} {
		b := buffer(t, p, 4)
		change(b)
		_, err := p.Run(t.Context(), []value.Value{value.Memory(b)}, config.Run{})
		wantCode(t, name, err, "")
	}
}

// Arguments do not share bytes, whatever the buffers are called.
func TestSharedArguments(t *testing.T) {
	p := compile(t, "func.func @f(%a: memref<?xi32>, %b: memref<?xi32>) { return }")
	all := buffer(t, p, 8)
	part := func(from, to int64) value.Value {
		b := buffer(t, p, to-from)
		b.Data = all.Data[4*from : 4*to]
		return value.Memory(b)
	}
	for _, c := range []struct {
		a, b value.Value
		want diag.Code
	}{
		{part(0, 4), part(4, 8), ""}, {part(4, 8), part(0, 4), ""}, {part(0, 0), part(0, 8), ""},
		{part(0, 5), part(4, 8), codeArguments}, {part(4, 8), part(0, 5), codeArguments},
		{part(0, 8), part(2, 3), codeArguments},
		{value.Memory(all), value.Memory(all), codeArguments},
	} {
		_, err := p.Run(t.Context(), []value.Value{c.a, c.b}, config.Run{})
		wantCode(t, "parts", err, c.want)
	}
}

// Memory that a program does not write is not written by the engine. Here its page is protected.
func TestReadArgumentsStay(t *testing.T) {
	p := compile(t, `func.func @f(%a: memref<?xi32>) -> i32 {
		%c0 = arith.constant 0 : index
		%x = memref.load %a[%c0] : memref<?xi32>
		return %x : i32 }`)
	page, err := syscall.Mmap(-1, 0, 4096, syscall.PROT_READ, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		t.Skip(err)
	}
	defer func() { _ = syscall.Munmap(page) }()
	b := buffer(t, p, 1024)
	b.Data = page
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			debug.SetPanicOnFault(true)
			defer func() {
				if cause := recover(); cause != nil {
					t.Error(cause)
				}
			}()
			if _, err := p.Run(t.Context(), []value.Value{value.Memory(b)}, config.Run{}); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
}

// Bits beyond the width of an argument are ignored.
func TestScalarArguments(t *testing.T) {
	p := compile(t, `func.func @f(%a: i8, %b: i1, %c: i32) -> (i32, i32, i64) {
		%x = arith.extui %a : i8 to i32
		%y = arith.extui %b : i1 to i32
		%z = arith.extui %c : i32 to i64
		return %x, %y, %z : i32, i32, i64 }`)
	var args []value.Value
	for _, typ := range p.entry.Inputs {
		args = append(args, value.Value{Type: typ, Bits: ^uint64(0)})
	}
	got, err := p.Run(t.Context(), args, config.Run{})
	if err != nil || got[0].Bits != 255 || got[1].Bits != 1 || got[2].Bits != math.MaxUint32 {
		t.Errorf("got %v, %v", got, err)
	}
}

// Results without elements may have any address.
func TestEmptyResult(t *testing.T) {
	p := compile(t, `func.func @f(%a: memref<?xi32>, %n: index) -> memref<?xi32, strided<[1], offset: ?>> {
		%c0 = arith.constant 0 : index
		%v = memref.reinterpret_cast %a to offset: [%n], sizes: [%c0], strides: [1] : memref<?xi32> to memref<?xi32, strided<[1], offset: ?>>
		return %v : memref<?xi32, strided<[1], offset: ?>> }`)
	for _, n := range []int64{0, 4, 1 << 40, math.MaxInt64, -1, math.MinInt64} {
		got, err := p.Run(t.Context(),
			[]value.Value{value.Memory(buffer(t, p, 4)), value.Int(p.entry.Inputs[1], n)}, config.Run{})
		if err == nil && got[0].Buffer.Len() != 0 {
			t.Errorf("offset %d: got %v", n, got[0])
		}
		if codeOf(err) == "?" {
			t.Errorf("offset %d: %v", n, err)
		}
	}
}

// The results of a program are checked against its memory, and no computation wraps around.
func TestResultsInMemory(t *testing.T) {
	r := reader{memory: make([]byte, 1<<16)}
	for _, c := range []struct {
		at             uint64
		offset         int64
		shape, strides []int64
		ok             bool
	}{
		{0, 0, []int64{4}, []int64{1}, true},
		{1<<16 - 16, 0, []int64{4}, []int64{1}, true},
		{1<<16 - 16, 1, []int64{4}, []int64{1}, false},
		{0, 3, []int64{4}, []int64{-1}, true},
		{0, 2, []int64{4}, []int64{-1}, false},
		{0, 0, []int64{2}, []int64{math.MaxInt64}, false},
		{0, 0, []int64{3}, []int64{math.MinInt64 / 2}, false},
		{0, 0, []int64{1 << 15, 1 << 15}, []int64{1, 1}, false},
		{0, 0, []int64{1 << 10, 2, 2}, []int64{1 << 6, 1 << 62, 1 << 62}, false},
		{0, math.MinInt64, []int64{2}, []int64{1}, false},
		{0, math.MaxInt64, []int64{2}, []int64{1}, false},
		{0, math.MaxInt64, []int64{0}, []int64{1}, true},
		{0, 0, []int64{-1}, []int64{1}, false},
		{math.MaxUint32, 0, []int64{1}, []int64{1}, false},
	} {
		if _, err := r.holds(c.at, c.offset, c.shape, c.strides, 4); (err == nil) != c.ok {
			t.Errorf("%+v: got %v", c, err)
		}
	}
}

// The memory never has more pages than a size of 32 bits can tell.
func TestMostPages(t *testing.T) {
	p := compile(t, "func.func @f() { return }")
	for _, m := range p.compiled.ExportedMemories() {
		if pages, ok := m.Max(); !ok || pages != 1<<16-1 {
			t.Errorf("the memory may have %d pages (%v)", pages, ok)
		}
	}
	if len(p.compiled.ExportedMemories()) != 1 {
		t.Error("there is no memory")
	}
}

// Data that does not fit is a diagnostic, even if its size wraps around.
func TestLargeGlobals(t *testing.T) {
	for _, shape := range []string{"4294967296x4294967296", "9223372036854775807", "536870913",
		"1073741824x1073741824x0x4"} {
		m := parse(t, "memref.global \"private\" @g : memref<"+shape+"xf32>\nfunc.func @f() { return }")
		_, diags := wasm.Write(m, wasm.Options{})
		if want := !strings.Contains(shape, "x0x"); diags.HasErrors() != want ||
			want && diags[0].Code != "wasm-size" {
			t.Errorf("%s: got %v", shape, diags)
		}
	}
	many := strings.Repeat("x", 9)
	source := ""
	for i := range many {
		source += "memref.global \"private\" @g" + string(rune('a'+i)) + " : memref<134217728xf32>\n"
	}
	if _, diags := wasm.Write(parse(t, source+"func.func @f() { return }"),
		wasm.Options{}); !diags.HasErrors() {
		t.Error("nine globals of 512 MiB have found room")
	}
	if _, diags := wasm.Write(parse(t, "func.func @f() { return }"),
		wasm.Options{Stack: math.MaxUint32}); !diags.HasErrors() {
		t.Error("a stack of 4 GiB has found room")
	}
}

// A closed program does not run. Close waits for the running ones.
func TestClose(t *testing.T) {
	p := compile(t, `func.func @f(%n: index) {
		%c0 = arith.constant 0 : index
		%c1 = arith.constant 1 : index
		scf.while (%i = %c0) : (index) -> index {
		  %more = arith.cmpi slt, %i, %n : index
		  scf.condition(%more) %i : index
		} do {
		^bb0(%i: index):
		  %j = arith.addi %i, %c1 : index
		  scf.yield %j : index
		}
		return }`)
	args := []value.Value{value.Int(p.entry.Inputs[0], 100_000_000)}
	began, done := make(chan struct{}), make(chan error)
	go func() {
		ctx := context.WithValue(t.Context(), runKey{}, nil)
		close(began)
		_, err := p.Run(ctx, args, config.Run{})
		done <- err
	}()
	<-began
	for range 2 {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	}
	if err := <-done; codeOf(err) != "" && codeOf(err) != codeClosed { // closed before the run has begun
		t.Error(err)
	}
	_, err := p.Run(t.Context(), args, config.Run{})
	wantCode(t, "closed", err, codeClosed)
}
