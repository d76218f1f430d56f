package sim_test

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/internal/golden"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
	"github.com/inflight-compiler/inflight/sim"
	"github.com/inflight-compiler/inflight/value"
)

// parse reads a module.
func parse(t testing.TB, name, source string) *ir.Op {
	t.Helper()
	module, errs := text.Parse(all.NewContext(), diag.NewFile(name, []byte(source)), text.Options{})
	if err := errs.Err(); err != nil {
		t.Fatal(err)
	}
	return module
}

// compile reads a module and compiles its function.
func compile(t testing.TB, source, entry string) *sim.Program {
	t.Helper()
	p, err := sim.Compile(parse(t, "program.mlir", source), entry)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Every case of testdata runs in the modes that its comment lists ("modes: late timed"), each time with the
// same arguments ("args: iota[4] zero 3"). The section of a mode holds the final memory and results, then the
// hazards, then the error.
func TestPrograms(t *testing.T) {
	golden.Txtar(t, "testdata/*.txtar", func(t *testing.T, ar *txtar.Archive) {
		settings := readSettings(string(ar.Comment))
		module := parse(t, "program.mlir", string(golden.Get(t, ar, "program.mlir")))
		entry := "main"
		if e := settings["entry"]; len(e) > 0 {
			entry = e[0]
		}
		p, err := sim.Compile(module, entry)
		if err != nil {
			golden.Set(ar, "error", []byte(render(t, err)))
			return
		}
		modes := settings["modes"]
		if len(modes) == 0 {
			modes = []string{"sequential"}
		}
		first := ""
		for i, name := range modes {
			mode, err := sim.ParseMode(name)
			if err != nil {
				t.Fatal(err)
			}
			state, found := runCase(t, p, mode, settings)
			switch {
			case i == 0:
				first = found
			case found == first && found != "":
				found = "(diagnostics as above)\n"
			}
			golden.Set(ar, name, []byte(state+found))
		}
	})
}

// readSettings reads the lines "key: words" of a comment.
func readSettings(comment string) map[string][]string {
	settings := map[string][]string{}
	for line := range strings.Lines(comment) {
		if key, words, ok := strings.Cut(line, ": "); ok && !strings.Contains(key, " ") {
			settings[key] = strings.Fields(words)
		}
	}
	return settings
}

// runCase returns the final state with the further results of the mode, and the diagnostics.
func runCase(t *testing.T, p *sim.Program, mode sim.Mode, settings map[string][]string) (state,
	found string) {
	cfg := sim.Config{Mode: mode, Hazards: true, Trace: true,
		Limits: sim.Limits{Steps: 1_000_000, Memory: 1 << 24, Depth: 100}}
	args := makeArgs(t, p, settings["args"])
	res, err := p.Run(context.Background(), cfg, args)
	var b strings.Builder
	for i, a := range args {
		if a.Buffer != nil {
			fmt.Fprintf(&b, "argument %d: %s\n", i, showBuffer(a.Buffer))
		}
	}
	for i, v := range res.Returns {
		fmt.Fprintf(&b, "result %d: %s\n", i, showValue(v))
	}
	for _, e := range res.Events {
		kind := [...]string{"compute", "async", "wait"}[e.Kind]
		fmt.Fprintf(&b, "%4d to %4d  %-8s %s %s %d\n", e.Start, e.End, e.Lane, kind, e.Label, e.Iteration)
	}
	if mode == sim.Timed {
		fmt.Fprintf(&b, "%d ticks\n", res.Ticks)
	}
	if x := res.Exploration; x != nil {
		fmt.Fprintf(&b, "%d final states, complete %v, whole operations %v\n", x.States, x.Complete,
			x.WholeOperations)
		for _, turn := range x.Violation {
			fmt.Fprintf(&b, "  %v\n", turn)
		}
	}
	if errs := slices.Concat(res.Diagnostics(), res.AllRemarks()); len(errs) > 0 {
		found = render(t, errs)
	}
	if err != nil {
		found += render(t, err)
	}
	return b.String(), found
}

func render(t *testing.T, err error) string {
	t.Helper()
	var b bytes.Buffer
	if err := (diag.Text{W: &b}).Render(err); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// makeArgs makes arguments from words: iota[2,3] and zero[4] for memory, numbers for scalars. Static shapes
// need no extents.
func makeArgs(t testing.TB, p *sim.Program, words []string) []value.Value {
	t.Helper()
	if len(words) != len(p.Inputs()) {
		t.Fatalf("%d arguments given, want %d", len(words), len(p.Inputs()))
	}
	args := make([]value.Value, len(words))
	for i, typ := range p.Inputs() {
		args[i] = makeArg(t, typ, words[i])
	}
	return args
}

func makeArg(t testing.TB, typ ir.Type, word string) value.Value {
	t.Helper()
	switch typ := typ.(type) {
	case *ir.MemRefType:
		return value.Memory(makeBuffer(t, typ, word))
	case *ir.FloatType:
		v, err := strconv.ParseFloat(word, 64)
		if err != nil {
			t.Fatal(err)
		}
		return value.Float(typ, v)
	}
	v, err := strconv.ParseInt(word, 0, 64)
	if err != nil {
		t.Fatal(err)
	}
	return value.Int(typ, v)
}

func makeBuffer(t testing.TB, typ *ir.MemRefType, word string) *value.Buffer {
	t.Helper()
	kind, extents, _ := strings.Cut(strings.TrimSuffix(word, "]"), "[")
	dims := typ.Shape
	if extents != "" {
		dims = nil
		for _, e := range strings.Split(extents, ",") {
			n, err := strconv.ParseInt(e, 0, 64)
			if err != nil {
				t.Fatal(err)
			}
			dims = append(dims, n)
		}
	}
	b, err := value.NewBuffer(typ, dims)
	if err != nil {
		t.Fatal(err)
	}
	if kind == "iota" {
		fillIota(b)
	}
	return b
}

// fillIota numbers the elements from 0 in row-major order.
func fillIota(b *value.Buffer) {
	size := int(value.ElementSize(b.Type.Elem))
	for i := range int(b.Len()) {
		bits := uint64(i)
		if f, ok := b.Type.Elem.(*ir.FloatType); ok {
			bits = value.Float(f, float64(i)).Bits
		}
		for k := range size {
			b.Data[i*size+k] = byte(bits >> (8 * k))
		}
	}
}

func showValue(v value.Value) string {
	if v.Buffer != nil {
		return showBuffer(v.Buffer)
	}
	return showScalar(v.Type, v.Bits)
}

func showScalar(t ir.Type, bits uint64) string {
	switch t := t.(type) {
	case *ir.FloatType:
		switch t.Kind {
		case ir.F64:
			return fmt.Sprint(math.Float64frombits(bits))
		case ir.F32:
			return fmt.Sprint(math.Float32frombits(uint32(bits)))
		}
		return fmt.Sprint(ir.DecodeFloat(t.Kind, bits))
	case *ir.IntegerType:
		return fmt.Sprint(t.Wrap(int64(bits)))
	}
	return fmt.Sprint(int64(bits))
}

func showBuffer(b *value.Buffer) string {
	var parts []string
	var walk func(d int, index []int64) string
	walk = func(d int, index []int64) string {
		if d == len(b.Shape) {
			return showScalar(b.Type.Elem, b.At(index...))
		}
		var elems []string
		for i := range b.Shape[d] {
			elems = append(elems, walk(d+1, append(index, i)))
		}
		return "[" + strings.Join(elems, " ") + "]"
	}
	return strings.Join(append(parts, walk(0, nil)), "")
}
