package pipeline_test

import (
	"slices"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/dialect/internal/dialecttest"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
)

// Both forms of every operation are fixed points, and read as the same program.
func TestSyntax(t *testing.T) {
	dialecttest.Syntax(t, all.NewContext, "testdata/*.txtar", pipeline.Dialect)
}

func TestGenericFormIsMLIR(t *testing.T) { dialecttest.GenericIsMLIR(t, "testdata/*.txtar") }

// The builders make what the accessors tell.
func TestBuild(t *testing.T) {
	c := all.NewContext()
	b := ir.NewBuilder(c)
	buffer := c.MemRef([]int64{4}, c.F32, nil, nil)
	f := function.New(b, "f", c.Function([]ir.Type{buffer, buffer}, nil))
	x, y := f.Body().Arg(0), f.Body().Arg(1)
	b.SetEnd(f.Body())
	pipeline.NewBlock(b, []*ir.Value{x}, []*ir.Value{y}, nil)
	commit := pipeline.NewCommitQueue(b, 3, func(b *ir.Builder) { pipeline.NewAsyncScope(b, nil) })
	constant := pipeline.NewWaitQueue(b, 3, 1, nil)
	dynamic := pipeline.NewAsyncWaitStageValue(b, 3, arith.ConstIndex(b, 2))
	b.Op(function.Return, nil)
	if errs := ir.Verify(f); len(errs) > 0 {
		t.Fatal(errs)
	}
	block := f.Body().First()
	if !slices.Equal(pipeline.Reads(block), []*ir.Value{x}) ||
		!slices.Equal(pipeline.Writes(block), []*ir.Value{y}) {
		t.Error("wrong accesses")
	}
	if pipeline.Queue(commit) != 3 || !commit.Body().First().Is(pipeline.AsyncScope) {
		t.Error("wrong commit")
	}
	if n, v := pipeline.Count(constant); n != 1 || v != nil {
		t.Errorf("count %d, %v", n, v)
	}
	if _, v := pipeline.Count(dynamic); v == nil {
		t.Error("no dynamic count")
	}
	pipeline.SetCount(dynamic, 0)
	if n, v := pipeline.Count(dynamic); n != 0 || v != nil {
		t.Errorf("count %d, %v after SetCount", n, v)
	}
	if errs := ir.Verify(f); len(errs) > 0 {
		t.Error(errs)
	}
}

// Annotations are lists of integers in either spelling, and nothing else.
func TestIntegers(t *testing.T) {
	c := all.NewContext()
	list := c.Array([]ir.Attr{c.Int(c.I64, 0), c.Int(c.I32, 2)})
	for _, a := range []ir.Attr{list, c.I64Array(0, 2), c.I32Array(0, 2)} {
		if got, ok := pipeline.Integers(a); !ok || !slices.Equal(got, []int64{0, 2}) {
			t.Errorf("%v: %v, %v", a, got, ok)
		}
	}
	for _, a := range []ir.Attr{nil, c.Unit, c.Array([]ir.Attr{c.String("x")}),
		c.DenseArray(c.F32, []int64{0})} {
		if got, ok := pipeline.Integers(a); ok {
			t.Errorf("%v: %v", a, got)
		}
	}
}

// The kinds of axes are those of TIR.
func TestAxisKind(t *testing.T) {
	src := `func.func @f(%n: index) {
  pipeline.block {
    %v = pipeline.axis "spacial" %n in %n to %n
  }
  return
}`
	m, errs := text.Parse(all.NewContext(), diag.NewFile("input.mlir", []byte(src)), text.Options{})
	if m == nil {
		t.Fatal(errs)
	}
	errs = ir.Verify(m)
	if len(errs) != 1 || errs[0].Code != "pipeline-axis-kind" || errs[0].Span.Place().Line != 3 {
		t.Errorf("%v", errs)
	}
}
