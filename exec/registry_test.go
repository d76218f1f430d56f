package exec_test

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/dialect/arith"
	funcdialect "github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/exec"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
	"github.com/inflight-compiler/inflight/sim"
	"github.com/inflight-compiler/inflight/target/llvm"
	"github.com/inflight-compiler/inflight/target/ptx"
	"github.com/inflight-compiler/inflight/target/wasm"
)

// corpus are the programs of the tests, by the names of their files.
func corpus(t *testing.T) map[string][]byte {
	t.Helper()
	programs := map[string][]byte{}
	for _, pattern := range []string{"../ir/text/testdata/corpus/*.mlir", "../examples/*/*.mlir",
		"../opt/testdata/mlir/*.mlir", "testdata/agree/*.mlir",
		"../transform/*/*/testdata/*.txtar", "../dialect/*/testdata/*.txtar"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			content, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if filepath.Ext(file) == ".mlir" {
				programs[file] = content
				continue
			}
			for _, section := range txtar.Parse(content).Files {
				if section.Name == "in.mlir" {
					programs[file] = section.Data
				}
			}
		}
	}
	return programs
}

// occurrence is a function of a program that contains an operation.
type occurrence struct {
	module   *ir.Op
	function string
	size     int
}

// alone returns the program with only that function and the symbols to which it refers.
func (o occurrence) alone() *ir.Op {
	m := o.module.Clone(nil)
	named := map[string]*ir.Op{}
	for op := range m.Body().Ops() {
		named[op.SymbolName()] = op
	}
	kept := map[*ir.Op]bool{}
	var keep func(name string)
	keep = func(name string) {
		op := named[name]
		if op == nil || kept[op] {
			return
		}
		kept[op] = true
		for _, ref := range symbolNames.FindAllStringSubmatch(passtest.Print(op), -1) {
			keep(ref[1])
		}
	}
	keep(o.function)
	for name, op := range named {
		if name != "" && !kept[op] {
			op.Erase()
		}
	}
	return m
}

var symbolNames = regexp.MustCompile(`@"?([\w.$-]+)`)

// occurrences returns the functions that contain operations, by the names of the operations, short functions
// first.
func occurrences(t *testing.T) map[string][]occurrence {
	t.Helper()
	found := map[string][]occurrence{}
	for file, source := range corpus(t) {
		m, diags := text.Parse(all.NewContext(), diag.NewFile(file, source), text.Options{})
		if m == nil || diags.HasErrors() || ir.Verify(m).HasErrors() {
			continue
		}
		for fn := range m.Body().Ops() {
			if !fn.Is(funcdialect.Func) || fn.Body() == nil {
				continue
			}
			names, size := map[string]bool{}, 0
			for op := range fn.Walk() {
				names[op.Name()] = true
				size++
			}
			for name := range names {
				found[name] = append(found[name], occurrence{m, fn.SymbolName(), size})
			}
		}
	}
	for _, list := range found {
		slices.SortStableFunc(list, func(a, b occurrence) int {
			return cmp.Or(cmp.Compare(a.size, b.size), strings.Compare(a.function, b.function))
		})
	}
	return found
}

// compilesTo has, by engine, the function that compiles a function to text.
var compilesTo = map[string]func(m *ir.Op, entry string) ([]byte, error){
	"sim": func(m *ir.Op, entry string) ([]byte, error) {
		_, err := sim.Compile(m, entry)
		return nil, err
	},
	"wasm": func(m *ir.Op, entry string) ([]byte, error) {
		m = m.Clone(nil)
		return wasm.Build(context.Background(), m, wrapped(m, entry))
	},
	"native": func(m *ir.Op, entry string) ([]byte, error) {
		m = m.Clone(nil)
		return llvm.Text(context.Background(), m, wrapped(m, entry), exec.Code{})
	},
	"ptx": func(m *ir.Op, entry string) ([]byte, error) {
		k, err := ptx.Compile(context.Background(), called(m, entry), ptx.Options{})
		if err != nil {
			return nil, err
		}
		return []byte(k.Text), nil
	},
}

// wrapped adds a function to a program that calls another one, with arguments that an engine can take: memory
// instead of vectors, and memory with a rank. It returns the name of the function to call.
func wrapped(m *ir.Op, entry string) string {
	fn := ir.NewSymbolTables().Lookup(m, entry)
	t := funcdialect.Type(fn)
	b := ir.AtEnd(m.Context(), m.Body())
	b.Loc = fn.Loc()
	body := b.NewBlock()
	inside := ir.AtEnd(b.Ctx, body)
	inside.Loc = fn.Loc()
	var inputs []ir.Type
	var args []*ir.Value
	for _, typ := range t.Inputs {
		given := typ
		switch typ := typ.(type) {
		case *ir.VectorType:
			given = b.Ctx.MemRef(typ.Shape, typ.Elem, nil, nil)
		case *ir.MemRefType:
			if !typ.Ranked {
				given = b.Ctx.MemRef([]int64{4}, typ.Elem, nil, typ.MemorySpace)
			}
		}
		arg := body.AddArg(given, fn.Loc())
		inputs, args = append(inputs, given), append(args, arg)
		if given == typ {
			continue
		}
		if v, isVector := typ.(*ir.VectorType); isVector {
			at := []*ir.Value{arg}
			for range v.Shape {
				at = append(at, arith.ConstIndex(inside, 0))
			}
			args[len(args)-1] = inside.Make(vector.Load, at, []ir.Type{typ}).Result(0)
			continue
		}
		args[len(args)-1] = inside.Make(memref.Cast, []*ir.Value{arg}, []ir.Type{typ}).Result(0)
	}
	inside.Create(ir.OpState{Def: funcdialect.Call, Operands: args,
		Results: append([]ir.Type{}, t.Results...),
		Attrs:   []ir.NamedAttr{{Name: "callee", Value: b.Ctx.SymbolRef(entry)}}})
	inside.Op(funcdialect.Return, nil)
	b.Create(ir.OpState{Def: funcdialect.Func, Results: []ir.Type{}, Regions: []*ir.Region{b.NewRegion(body)},
		Attrs: []ir.NamedAttr{
			{Name: "sym_name", Value: b.Ctx.String("entry_of_the_test")},
			{Name: "function_type", Value: b.Ctx.TypeAttr(b.Ctx.Function(inputs, nil))},
		}})
	return "entry_of_the_test"
}

// called returns a program with a kernel that calls a function.
func called(m *ir.Op, entry string) *ir.Op {
	m = m.Clone(nil)
	for _, other := range m.Find(gpu.Module) {
		other.Erase()
	}
	fn := ir.NewSymbolTables().Lookup(m, entry)
	b := ir.NewBuilder(m.Context())
	b.SetEnd(m.Body())
	inner := b.NewBlock()
	device := b.Create(ir.OpState{Def: gpu.Module, Results: []ir.Type{},
		Regions: []*ir.Region{b.NewRegion(inner)},
		Attrs:   []ir.NamedAttr{{Name: "sym_name", Value: b.Ctx.String("device")}}})
	var moved []*ir.Op
	for op := range m.Body().Ops() {
		if op != device {
			moved = append(moved, op)
		}
	}
	for _, op := range moved {
		op.MoveToEnd(inner)
	}
	inputs := funcdialect.Type(fn).Inputs
	body := b.NewBlock(inputs...)
	inside := ir.AtEnd(b.Ctx, body)
	inside.Loc = fn.Loc()
	inside.Create(ir.OpState{Def: funcdialect.Call, Operands: body.Args(),
		Results: append([]ir.Type{}, funcdialect.Type(fn).Results...),
		Attrs:   []ir.NamedAttr{{Name: "callee", Value: b.Ctx.SymbolRef(entry)}}})
	inside.Op(gpu.Return, nil)
	b.SetEnd(inner)
	b.Create(ir.OpState{Def: gpu.Func, Results: []ir.Type{}, Regions: []*ir.Region{b.NewRegion(body)},
		Attrs: []ir.NamedAttr{
			{Name: "sym_name", Value: b.Ctx.String("kernel_of_the_test")},
			{Name: "gpu.kernel", Value: b.Ctx.Unit},
			{Name: "function_type", Value: b.Ctx.TypeAttr(b.Ctx.Function(inputs, nil))},
		}})
	return m
}

// Each engine executes each operation of the corpus, or rejects it with a code and a place.
func TestEveryOperationIsExecutedOrRefused(t *testing.T) {
	found := occurrences(t)
	for engine, compile := range compilesTo {
		t.Run(engine, func(t *testing.T) {
			executed := 0
			for name, list := range found {
				for _, o := range list[:min(6, len(list))] {
					m := o.alone()
					code, err := compile(m, o.function)
					if err != nil {
						located(t, name, o, err)
						continue
					}
					executed++
					if dropped(m, name, o.function, code, compile) && hints[name] == "" {
						t.Errorf("%s in @%s of %s is dropped", name, o.function, o.module.Span())
					}
					break
				}
			}
			if executed < 200 {
				t.Errorf("only %d of %d operations are executed", executed, len(found))
			}
		})
	}
}

// hints are operations that an engine may ignore, with the reason.
var hints = map[string]string{
	"affine.prefetch": "a hint", "memref.prefetch": "a hint",
	"memref.dealloc":              "memory of a thread of a device ends with the thread",
	"memref.alloca_scope":         "memory that nothing uses",
	"pipeline.wait_queue":         "nothing is in the queue",
	"pipeline.async_wait_stage":   "nothing is in the queue",
	"pipeline.async_commit_stage": "nothing is to be committed",
}

// dropped reports whether the code of a function is the same without an operation that has effects.
func dropped(m *ir.Op, name, entry string, code []byte,
	compile func(m *ir.Op, entry string) ([]byte, error)) bool {
	if code == nil {
		return false // the simulator, whose code has no text
	}
	without := m.Clone(nil)
	for op := range ir.NewSymbolTables().Lookup(without, entry).Walk() {
		if op.Name() != name {
			continue
		}
		if op.NumResults() > 0 || op == op.Block().Last() || op.IsPure() {
			return false
		}
		op.Erase()
		rest, err := compile(without, entry)
		return err == nil && bytes.Equal(code, rest)
	}
	return false
}

// elsewhere are the operations that only tests in Go have, or that no text has an example of.
var elsewhere = strings.Fields(
	"coro.is_ready gpu.warp_execute_on_lane_0 pipeline.axis pipeline.dma_copy pipeline.dma_group " +
		"mpi.allgather mpi.reduce_scatter_block pipeline.dma_wait task.any task.export task.fail " +
		"task.import task.is_complete task.runtime_call")

// converted are the dialects whose programs are converted to others before they are executed, or that passes
// make, or that are judged only.
var converted = strings.Fields("aie air hal llvm nvvm stream util")

// Each operation of each dialect occurs in a program of the corpus, except for those of converted dialects,
// and some that are listed here.
func TestCorpusHasEveryOperation(t *testing.T) {
	inPrograms := map[string]bool{}
	for file, source := range corpus(t) {
		if m, _ := text.Parse(all.NewContext(), diag.NewFile(file, source), text.Options{}); m != nil {
			for op := range m.Walk() {
				inPrograms[op.Name()] = true
			}
		}
	}
	for _, d := range all.NewContext().Dialects() {
		for _, def := range d.Ops {
			if inPrograms[def.Name] == slices.Contains(elsewhere, def.Name) &&
				!slices.Contains(converted, d.Name) {
				t.Errorf("%s stands in no program, or does although it is in the list", def.Name)
			}
		}
	}
}

// located fails unless an error has a place, and a code other than that of an internal error.
func located(t *testing.T, name string, o occurrence, err error) {
	t.Helper()
	var list diag.List
	var d *diag.Diagnostic
	switch {
	case errors.As(err, &list):
		d = list[0]
	case !errors.As(err, &d):
		t.Errorf("%s in @%s: %v, which is no diagnostic", name, o.function, err)
		return
	}
	if d.Code == "" || d.Code == "internal-error" || strings.HasPrefix(string(d.Code), "verify-") ||
		!d.Span.IsKnown() {
		t.Errorf("%s in @%s of %s: %v [%s]", name, o.function, o.module.Span(), d, d.Code)
	}
}
