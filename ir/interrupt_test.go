package ir_test

import (
	"context"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/internal/ending"
	"github.com/inflight-compiler/inflight/interrupt"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
)

const tenOperations = `
func.func @f(%p: i1, %m: memref<1xi32>) {
  %c = arith.constant 0 : index
  %x = arith.constant 1 : i32
  scf.if %p {
    memref.store %x, %m[%c] : memref<1xi32>
  }
  memref.store %x, %m[%c] : memref<1xi32>
  return
}
func.func private @g()
`

// Whatever touches operations ends at any of them with the context of the work, and else touches all.
func TestEndWith(t *testing.T) {
	for name, touch := range map[string]func(module *ir.Op){
		"walking":       func(m *ir.Op) { visit(m.Walk()) },
		"walking back":  func(m *ir.Op) { visit(m.WalkPost()) },
		"finding":       func(m *ir.Op) { m.AppendFound(nil, nil) },
		"the block":     func(m *ir.Op) { visit(m.Body().First().Body().Ops()) },
		"removing":      func(m *ir.Op) { m.Body().First().Remove() },
		"inserting":     func(m *ir.Op) { m.Body().Append(m.Body().First().Clone(nil)) },
		"moving":        func(m *ir.Op) { m.Body().First().MoveToEnd(m.Body()) },
		"polling":       func(m *ir.Op) { m.Body().First().Poll() },
		"rewriting":     func(m *ir.Op) { ir.ApplyPatternsGreedily(m, ir.GreedyConfig{}) },
		"the symbols":   func(m *ir.Op) { ir.NewSymbolTables().Lookup(m, "g") },
		"nested, alone": func(m *ir.Op) { visit(m.Body().First().Walk()) },
	} {
		t.Run(name, func(t *testing.T) {
			ended := 0
			err := ending.Everywhere(1000, func(ctx context.Context) error {
				return bound(ctx, touch, program(t))
			}, func(look int64, err error) {
				ended++
				if !interrupt.Is(err) {
					t.Errorf("ended at look %d, the error is %v", look, err)
				}
			})
			if err != nil || ended == 0 {
				t.Errorf("ended %d times, and then: %v", ended, err)
			}
		})
	}
}

// Work that has been released goes on, and so does work on other operations.
func TestEndWithLeavesOthersAlone(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	ctx = interrupt.EachStep(ctx)
	m := program(t)
	copied := m.Clone(nil)
	first, last := m.Body().First(), m.Body().Last()
	release := first.EndWith(ctx)
	visit(last.Walk())
	visit(copied.Walk())
	if err := bound(context.Background(), func(*ir.Op) { visit(first.Walk()) }, m); !interrupt.Is(err) {
		t.Errorf("the error is %v", err)
	}
	release()
	release()
	visit(m.Walk())
}

// bound does something with a program until the context ends.
func bound(ctx context.Context, touch func(*ir.Op), module *ir.Op) (err error) {
	defer interrupt.Catch(&err)
	defer module.EndWith(ctx)()
	touch(module)
	return nil
}

func program(t *testing.T) *ir.Op {
	t.Helper()
	m, diags := text.Parse(all.NewContext(), diag.NewFile("a.mlir", []byte(tenOperations)), text.Options{})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	return m
}

func visit(ops func(func(*ir.Op) bool)) {
	for range ops {
		continue
	}
}
