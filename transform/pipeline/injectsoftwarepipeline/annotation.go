package injectsoftwarepipeline

import (
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/ir"
)

// maxStage limits the stages, because prologue and epilogue are unrolled.
const maxStage = 64

// annotation is the schedule that the attributes of a loop ask for.
type annotation struct {
	stages, order []int64
	async         []int64 // stages that run asynchronously
}

// annotated reports whether the loop has an attribute that asks for pipelining.
func annotated(loop *ir.Op) bool {
	return loop.Attr(pipeline.StageAttr) != nil || loop.Attr(pipeline.OrderAttr) != nil ||
		loop.Attr(pipeline.AsyncStagesAttr) != nil
}

// readAnnotation reads and checks the annotations of a loop with the given
// statements.
func readAnnotation(loop *ir.Op, statements []*statement) (*annotation, error) {
	a := &annotation{}
	var err error
	if a.stages, err = readInts(loop, pipeline.StageAttr); err != nil {
		return nil, err
	}
	if a.order, err = readInts(loop, pipeline.OrderAttr); err != nil {
		return nil, err
	}
	if loop.Attr(pipeline.AsyncStagesAttr) != nil {
		if a.async, err = readInts(loop, pipeline.AsyncStagesAttr); err != nil {
			return nil, err
		}
	}
	return a, a.check(loop, statements)
}

// present returns the name of the first annotation that the loop has.
func present(loop *ir.Op) string {
	for _, name := range []string{pipeline.StageAttr, pipeline.OrderAttr} {
		if loop.Attr(name) != nil {
			return name
		}
	}
	return pipeline.AsyncStagesAttr
}

// readInts reads a list of integers.
func readInts(loop *ir.Op, name string) ([]int64, error) {
	attr := loop.Attr(name)
	if attr == nil {
		return nil, loop.AttrErrorf(present(loop), codeAnnotation,
			"a pipelined loop needs the attribute '%s'", name).
			Suggest("add %s = [...], one integer per statement", name)
	}
	values, ok := pipeline.Integers(attr)
	if !ok {
		return nil, loop.AttrErrorf(name, codeAnnotation, "'%s' must be a list of integers, not %s", name,
			attr)
	}
	return values, nil
}

func (a *annotation) check(loop *ir.Op, statements []*statement) error {
	for _, list := range []struct {
		name   string
		values []int64
	}{{pipeline.StageAttr, a.stages}, {pipeline.OrderAttr, a.order}} {
		if len(list.values) != len(statements) {
			return lengthError(loop, list.name, len(list.values), statements)
		}
	}
	for i, s := range a.stages {
		if s < 0 || s > maxStage {
			return loop.AttrErrorf(pipeline.StageAttr, codeAnnotation,
				"stage %d of statement %d is out of range [0, %d]", s, i, maxStage)
		}
	}
	if err := a.checkOrder(loop); err != nil {
		return err
	}
	for _, s := range a.async {
		if !slices.Contains(a.stages, s) {
			return loop.AttrErrorf(pipeline.AsyncStagesAttr, codeAsyncStage,
				"'%s' names stage %d, but no statement has that stage", pipeline.AsyncStagesAttr, s).
				Suggest("the stages of this loop are %v", a.stages)
		}
	}
	return nil
}

// shownStatements limits the notes about the statements of a loop.
const shownStatements = 8

func lengthError(loop *ir.Op, name string, entries int, statements []*statement) error {
	d := loop.AttrErrorf(name, codeAnnotation, "'%s' has %d entries, but the loop has %s", name, entries,
		diag.Count(len(statements), "statement"))
	for i, s := range statements[:min(len(statements), shownStatements)] {
		d.Note(s.root.Span(), "statement %d", i)
	}
	return d.Suggest("give each statement, a child of the loop's body, one entry")
}

func (a *annotation) checkOrder(loop *ir.Op) error {
	seen := map[int64]int{}
	for i, o := range a.order {
		if o < 0 || int(o) >= len(a.order) {
			return orderError(loop, "statement %d has order %d, outside of [0, %d]", i, o, len(a.order)-1)
		}
		if j, twice := seen[o]; twice {
			return orderError(loop, "statements %d and %d both have order %d", j, i, o)
		}
		seen[o] = i
	}
	return nil
}

func orderError(loop *ir.Op, format string, args ...any) *diag.Diagnostic {
	return loop.AttrErrorf(pipeline.OrderAttr, codeOrder,
		"'"+pipeline.OrderAttr+"' is not a permutation: "+format, args...)
}

// stripAnnotations returns the attributes of the loop without its annotations. They stay on the body loop.
func stripAnnotations(attrs []ir.NamedAttr) []ir.NamedAttr {
	return slices.DeleteFunc(slices.Clone(attrs), func(a ir.NamedAttr) bool {
		return a.Name == pipeline.StageAttr || a.Name == pipeline.OrderAttr ||
			a.Name == pipeline.AsyncStagesAttr
	})
}
