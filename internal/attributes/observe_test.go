package attributes_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/internal/attributes"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
)

// programs are where programs with attributes are. Those of testdata, which come first, show what others do
// not.
var programs = []string{
	"testdata/*.mlir", "../../sim/testdata/task-*.txtar", "../../sim/testdata/*queue*.txtar",
	"../../sim/testdata/cp-async*.txtar",
	"../../check/testdata/turns.txtar", "../../check/testdata/dma_queue.txtar",
	"../../tvmscript/exporter/testdata/blocks.txtar", "../../dialect/tfrt/testdata/*.txtar",
	"../../transform/memory/bufferizetensors/testdata/*.txtar",
	"../../target/ptx/testdata/*.mlir", "../../exec/testdata/agree/*.mlir",
	"../../ir/text/testdata/corpus/*.mlir",
}

const (
	// enough is how many values of an attribute without influence are tried for a consumer.
	enough = 3
	// most is how many values of an attribute of one operation are tried.
	most = 6
	// few and many are how many operations with an attribute are tried at least, and at most.
	few, many = 2, 12
	// longest is the length of the longest program that is tried.
	longest = 4000
)

// tally counts what values of an attribute have done for a consumer.
type tally struct {
	same, changed, refused int
	example                string // what made no difference, or what was computed otherwise
}

// observed is what was seen of an attribute, by consumer; only those that take a program with it are there.
type observed struct {
	kind       string
	by         map[string]*tally
	operations int // how many have been tried
}

// observer collects what is seen.
type observer struct {
	t    *testing.T
	list []*row
	seen map[string]*observed
}

// observe changes attributes of programs, until it is known of each attribute whether it makes a difference.
func observe(t *testing.T, list []*row) map[string]*observed {
	o := &observer{t, list, map[string]*observed{}}
	for _, pattern := range programs {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatal(pattern, err)
		}
		for _, file := range files {
			content, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for part := range strings.SplitSeq(sources(file, content), "// -----\n") {
				o.program(file, part)
			}
		}
	}
	return o.seen
}

// sources are the programs of a file: of a txtar archive, those in MLIR's syntax that are no outputs.
func sources(file string, content []byte) string {
	if !strings.HasSuffix(file, ".txtar") {
		return string(content)
	}
	var list []string
	for _, f := range txtar.Parse(content).Files {
		if strings.HasSuffix(f.Name, ".mlir") && !strings.Contains(f.Name, "out") {
			list = append(list, string(f.Data))
		}
	}
	return strings.Join(list, "// -----\n")
}

// parse reads a program, nil if it is not valid: some programs of the corpus have several parts, or unknown
// operations.
func parse(source string) *ir.Op {
	m, diags := text.Parse(all.NewContext(), diag.NewFile("in.mlir", []byte(source)), text.Options{})
	if m == nil || diags.HasErrors() || ir.Verify(m).HasErrors() {
		return nil
	}
	return m
}

var reference = regexp.MustCompile(`@\w+`)

// program tries a program: each function with what it names, or all of it if it has kernels.
func (o *observer) program(file, source string) {
	m := parse(source)
	if m == nil {
		return
	}
	symbols := map[string]string{}
	var order []string
	for op := range m.Body().Ops() {
		if n := op.SymbolName(); n != "" {
			symbols[n] = string(text.Append(nil, op, text.PrintOptions{})) + "\n"
			order = append(order, n)
		}
	}
	if len(order) < 2 || strings.Contains(source, "gpu.module") {
		o.try(file, m)
		return
	}
	for _, n := range order {
		if part := closure(symbols, n, map[string]bool{}); len(part) <= longest {
			if m := parse(part); m != nil {
				o.try(file, m)
			}
		}
	}
}

// closure is the text of a symbol and of all that it names.
func closure(symbols map[string]string, name string, seen map[string]bool) string {
	if seen[name] {
		return ""
	}
	seen[name] = true
	source := symbols[name]
	for _, ref := range reference.FindAllString(source, -1) {
		source += closure(symbols, ref[1:], seen)
	}
	return source
}

// try changes the attributes of a program of which more is to be known.
func (o *observer) try(file string, m *ir.Op) {
	before := map[string]string{}
	asked := false
	for op := range m.Walk() {
		for i := range op.Def().Attrs {
			a := &op.Def().Attrs[i]
			if !o.wanted(op, a) {
				continue
			}
			if !asked {
				asked = true
				for _, c := range attributes.Consumers {
					if s, err := c.Make(o.t.Context(), m); err == nil {
						before[c.Name] = s
					}
				}
			}
			o.attribute(file, m, op, a, before)
		}
	}
}

// wanted reports whether more is to be known of an attribute.
func (o *observer) wanted(op *ir.Op, a *ir.AttrDef) bool {
	r := rowOf(o.list, op.Name(), a.Name)
	if r == nil || r.kind == structure {
		return false
	}
	n := o.seen[op.Name()+" "+a.Name]
	if n == nil || n.operations < few {
		return true
	}
	if n.operations >= many {
		return false
	}
	for c := range n.by {
		if n.open(c) {
			return true
		}
	}
	return !n.shown()
}

// shown reports whether a consumer has shown what an attribute does. That check makes no difference for a
// meaning shows nothing: it takes programs that no other consumer takes.
func (n *observed) shown() bool {
	for _, c := range n.by {
		if n.kind != meaning || c.changed+c.refused > 0 {
			return true
		}
	}
	return false
}

// open reports whether more is to be known of what a consumer does with an attribute: of one with a meaning,
// what shows it.
func (n *observed) open(consumer string) bool {
	c := n.by[consumer]
	return c == nil || c.changed+c.refused == 0 &&
		(c.same < enough || n.kind == meaning && consumer != "check")
}

// attribute gives an attribute other values.
func (o *observer) attribute(file string, m, op *ir.Op, a *ir.AttrDef, before map[string]string) {
	key := op.Name() + " " + a.Name
	n := o.seen[key]
	if n == nil {
		n = &observed{kind: rowOf(o.list, op.Name(), a.Name).kind, by: map[string]*tally{}}
		o.seen[key] = n
	}
	n.operations++
	old := op.Attr(a.Name)
	tried := 0
	for _, v := range attributes.Others(op, a) {
		if tried == most {
			break
		}
		set(op, a.Name, v)
		if !ir.Verify(m).HasErrors() {
			tried++
			n.compare(o.t.Context(), dead(op), fmt.Sprintf("%s: %v becomes %v", file, old, v), m, before)
		}
		set(op, a.Name, old)
	}
}

// compare tells what consumers make of a changed program.
func (n *observed) compare(ctx context.Context, dead bool, what string, m *ir.Op, before map[string]string) {
	for _, c := range attributes.Consumers {
		was, taken := before[c.Name]
		if !taken || !n.open(c.Name) {
			continue
		}
		is, err := c.Make(ctx, m)
		if err == nil && is == was && dead && (n.kind == meaning || n.kind == refused) {
			continue // the operation may have been left out
		}
		k := n.by[c.Name]
		if k == nil {
			k = &tally{}
			n.by[c.Name] = k
		}
		switch {
		case err != nil:
			k.refused++
		case is == was:
			k.same++
			k.example = what
		default:
			k.changed++
			k.example = what
		}
	}
}

// dead reports whether nothing uses what an operation computes, so that it may be left out of a program.
func dead(op *ir.Op) bool {
	if op.NumResults() == 0 || !op.IsEffectFree() {
		return false
	}
	for _, r := range op.Results() {
		if r.HasUses() {
			return false
		}
	}
	return true
}

func set(op *ir.Op, name string, v ir.Attr) {
	if v == nil {
		op.RemoveAttr(name)
		return
	}
	op.SetAttr(name, v)
}
