package inflight_test

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/inflight-compiler/inflight"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/exec"
	"github.com/inflight-compiler/inflight/interrupt"
	"github.com/inflight-compiler/inflight/language"
)

// endingContext ends when its error is asked for the at-th time, so that it ends in the middle of work.
type endingContext struct {
	context.Context
	at, looks atomic.Int64
	done      chan struct{}
}

func endsAt(at int64) *endingContext {
	c := &endingContext{Context: context.Background(), done: make(chan struct{})}
	c.at.Store(at)
	return c
}

func (c *endingContext) Done() <-chan struct{} { return c.done }

func (c *endingContext) Err() error {
	if c.looks.Add(1) < c.at.Load() {
		return nil
	}
	return context.Canceled
}

// Work of the library on one large function ends in the middle with its context: reading, verifying,
// printing, and the making of arguments. Each looks at its context many times.
func TestContextsEndWork(t *testing.T) {
	mlir := diag.NewFile("large.mlir",
		[]byte("func.func @f(%m: memref<100000xf32>) {\n"+largeBody(20_000)+"  return\n}\n"))
	python := diag.NewFile("large.py",
		[]byte("from tvm.script import tir as T\n@T.prim_func\ndef f(A: T.Buffer((16,), \"float32\")):\n"+
			strings.Repeat("    A[1] = A[2] + A[3]\n", 5_000)))
	m, err := inflight.Parse(mlir)
	if err != nil {
		t.Fatal(err)
	}
	for name, work := range map[string]func(ctx context.Context) error{
		"MLIR": func(ctx context.Context) error {
			_, err := inflight.ParseContext(ctx, language.Unknown, mlir)
			return err
		},
		"TVMScript": func(ctx context.Context) error {
			_, err := inflight.ParseContext(ctx, language.Unknown, python)
			return err
		},
		"text": func(ctx context.Context) error { _, err := m.TextContext(ctx, language.MLIR); return err },
		"arguments": func(ctx context.Context) error {
			_, err := exec.Inputs{}.ArgumentsContext(ctx, m.Op().Body().First())
			return err
		},
	} {
		whole := endsAt(1 << 60)
		if err := work(whole); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		n := whole.looks.Load()
		if n < 10 {
			t.Errorf("%s looks at its context %d times", name, n)
		}
		ctx := endsAt(n / 2)
		if err := work(ctx); !interrupt.Is(err) {
			t.Errorf("%s: the error is %v", name, err)
		}
	}
}

// largeBody returns operations that no pass removes.
func largeBody(n int) string {
	var b strings.Builder
	b.WriteString("  %c = arith.constant 1.0 : f32\n  %i = arith.constant 0 : index\n")
	for range n {
		b.WriteString("  memref.store %c, %m[%i] : memref<100000xf32>\n")
	}
	return b.String()
}
