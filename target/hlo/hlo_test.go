package hlo_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/inflight-compiler/inflight/check"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/frontend/hlo"
	"github.com/inflight-compiler/inflight/frontend/hlo/judge"
	"github.com/inflight-compiler/inflight/frontend/hlo/tomlir"
	"github.com/inflight-compiler/inflight/internal/golden"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/randhlo"
	"github.com/inflight-compiler/inflight/ir"
	target "github.com/inflight-compiler/inflight/target/hlo"
)

func parse(t *testing.T, text string) *hlo.Module {
	t.Helper()
	m, errs := hlo.Parse(context.Background(), diag.NewFile("m.hlo", []byte(text)))
	if len(errs) == 0 {
		errs = hlo.Verify(m)
	}
	if err := errs.Err(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return m
}

// back returns the module that a program in MLIR becomes.
func back(t *testing.T, program string) *hlo.Module {
	t.Helper()
	text, err := target.Write(context.Background(), passtest.Parse(t, program))
	if err != nil {
		t.Fatalf("%v\n%s", err, program)
	}
	return parse(t, string(text))
}

// isStructure reports whether an instruction only makes tuples or takes them apart.
func isStructure(in *hlo.Instruction) bool {
	return in.Opcode == "tuple" || in.Opcode == "get-tuple-element"
}

// origin returns the instruction that a part of a value comes from, and which part of that it is.
func origin(in *hlo.Instruction, index []int64) string {
	for {
		switch {
		case in.Opcode == "get-tuple-element":
			i, _ := in.Attribute("index").Int()
			in, index = in.Operands[0], append([]int64{i}, index...)
		case in.Opcode == "tuple" && len(index) > 0:
			in, index = in.Operands[index[0]], index[1:]
		case in.Opcode == "parameter":
			return fmt.Sprint("parameter", in.Literal, index)
		default:
			return fmt.Sprint(in.Name, index)
		}
	}
}

// parts returns the origins of all parts of a value.
func parts(in *hlo.Instruction) (all []string) {
	var visit func(s *hlo.Shape, index []int64)
	visit = func(s *hlo.Shape, index []int64) {
		if s.IsTuple && !strings.HasPrefix(origin(in, index), "recv") {
			for i, t := range s.Tuple {
				visit(t, append(slices.Clone(index), int64(i)))
			}
			return
		}
		all = append(all, origin(in, index))
	}
	visit(in.Shape, nil)
	return all
}

// describe returns a computation without the instructions that make tuples or take them apart: each
// instruction in its order, with the origins of its operands, and the root.
func describe(c *hlo.Computation) string {
	var b strings.Builder
	for _, in := range c.Instructions {
		if isStructure(in) || in.Opcode == "parameter" {
			continue
		}
		fmt.Fprintf(&b, "%s = %s %s %s", in.Name, in.Shape, in.Opcode, in.Literal)
		for _, o := range in.Operands {
			fmt.Fprint(&b, " ", parts(o))
		}
		for _, a := range in.Attributes {
			if len(a.Called) == 0 {
				fmt.Fprint(&b, " ", a.Name, "=", a.Text)
			}
			for _, called := range a.Called {
				fmt.Fprintf(&b, " %s {\n%s}", a.Name, describe(called))
			}
		}
		b.WriteByte('\n')
	}
	fmt.Fprintln(&b, "root", parts(c.Root))
	return b.String()
}

// There and back, a module has the same instructions, in the same order, of the same operands; and in MLIR it
// is the same program again.
func roundTrip(t *testing.T, text string) (m *hlo.Module, program string) {
	t.Helper()
	m = parse(t, text)
	written, err := tomlir.Write(m)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	n := back(t, string(written))
	if got, want := describe(n.Entry), describe(m.Entry); got != want {
		t.Fatalf("the module\n%s\nbecomes\n%s\nwhich has\n%s\nnot\n%s", m, n, got, want)
	}
	again, err := tomlir.Write(n)
	if err != nil || rootNames.ReplaceAllString(string(again),
		"") != rootNames.ReplaceAllString(string(written), "") {
		t.Fatalf("%v: the program\n%s\nbecomes\n%s", err, written, again)
	}
	return m, string(written)
}

// rootNames matches the name of the tuple that is the root, which may get another one.
var rootNames = regexp.MustCompile(`hlo.root = "[^"]*"`)

func TestRoundTripCorpus(t *testing.T) {
	files, _ := filepath.Glob("../../frontend/hlo/testdata/corpus/*.hlo")
	examples, _ := filepath.Glob("../../examples/hlo/*.*")
	done := 0
	for _, name := range append(files, examples...) {
		content, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if !hlo.IsHLO(content) {
			continue
		}
		m := parse(t, string(content))
		if slices.ContainsFunc(m.Entry.Instructions, (*hlo.Instruction).IsInline) {
			continue // operands without names get one
		}
		m.SetScheduled()
		if _, err := tomlir.Write(m); err != nil {
			for _, d := range diag.FromError(err) {
				if !strings.HasPrefix(string(d.Code), "hlo-to-mlir") {
					t.Errorf("%s: %v", name, d)
				}
			}
			continue
		}
		done++
		t.Run(filepath.Base(name), func(t *testing.T) { roundTrip(t, m.String()) })
	}
	if done < 100 {
		t.Errorf("only %d modules are written as MLIR", done)
	}
}

// event is an instruction in the order of a schedule.
type event struct {
	name   string
	starts bool   // what it does goes on behind it
	ends   string // the start whose operation has ended here
}

// before returns, for events in their order, which operations have ended in front of which events begin: for
// a start that is its done, for anything else the event itself.
func before(all []event) map[[2]string]bool {
	order := map[[2]string]bool{}
	for i, later := range all {
		for _, e := range all[:i] {
			switch {
			case e.starts:
			case e.ends != "":
				order[[2]string{e.ends, later.name}] = true
				fallthrough
			default:
				order[[2]string{e.name, later.name}] = true
			}
		}
	}
	return order
}

// schedule returns the events of a computation.
func schedule(c *hlo.Computation) (all []event) {
	for _, in := range c.Instructions {
		e := event{name: in.Name, starts: in.IsStart()}
		switch {
		case isStructure(in) || in.Opcode == "parameter" || in.Opcode == "while":
			continue
		case in.IsDone():
			e.ends = in.Start().Name
		}
		all = append(all, e)
	}
	return all
}

// execution returns the events of the operations in a block of MLIR, without looking at what wrote them.
func execution(b *ir.Block) (all []event) {
	starts := map[*ir.Value]string{}
	for op := range b.Ops() {
		switch {
		case op.Is(async.Execute):
			for inner := range op.Body().Ops() {
				if name := inner.StringAttr("hlo.name"); name != "" {
					all = append(all, event{name: name, starts: true})
					for _, v := range op.Results() {
						starts[v] = name
					}
				}
			}
		case op.Is(async.Await):
			ends := starts[op.Operand(0)]
			if ends == "" {
				ends = "first" // the loop carries it
			}
			all = append(all, event{name: op.StringAttr("hlo.name"), ends: ends})
		case op.Name() == "func.call":
			all = append(all, event{name: op.StringAttr("hlo.name")})
		}
	}
	return all
}

func judged(t *testing.T, m *hlo.Module) bool {
	t.Helper()
	r, err := judge.Check(context.Background(), m, judge.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return r.OK()
}

func checked(t *testing.T, program string) bool {
	t.Helper()
	r, err := check.Module(context.Background(), passtest.Parse(t, program), check.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return !r.Diagnostics().HasErrors()
}

// Of random schedules, right and wrong ones, both judges say the same, and the same operations have ended in
// front of the same others.
func TestVerdictsAgree(t *testing.T) {
	right, wrong := 0, 0
	n := passtest.Programs(150)
	for seed := range n {
		r := rand.New(rand.NewPCG(uint64(seed), 30))
		text := randhlo.Owned(r, 2+r.IntN(10), seed%3 == 0)
		m, program := roundTrip(t, text)
		main := passtest.Parse(t, program)
		for op := range main.Body().Ops() {
			if op.SymbolName() != "main" {
				continue
			}
			got, want := before(execution(op.Body())), before(schedule(m.Entry))
			if fmt.Sprint(got) != fmt.Sprint(want) {
				t.Fatalf("seed %d: the orders differ:\n%s\n%s", seed, m, program)
			}
		}
		ok := judged(t, m)
		if checked(t, program) != ok {
			t.Fatalf("seed %d: the judge of HLO says %v, and that of MLIR not:\n%s\n%s", seed, ok, m, program)
		}
		if ok {
			right++
		} else {
			wrong++
		}
	}
	if right < n/20 || wrong < n/20 {
		t.Errorf("%d right and %d wrong programs", right, wrong)
	}
}

// A done that is dropped is found on both sides: the verifier of HLO misses it, and the judge of MLIR reports
// the operation that nothing awaits, which cannot become HLO either.
func TestDroppedDone(t *testing.T) {
	dropped := 0
	for seed := range passtest.Programs(40) {
		r := rand.New(rand.NewPCG(uint64(seed), 31))
		text := randhlo.Owned(r, 2+r.IntN(8), false)
		written, err := tomlir.Write(parse(t, text))
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.SplitAfter(string(written), "\n")
		for i, l := range lines {
			if !strings.Contains(l, "async.await") {
				continue
			}
			dropped++
			program := strings.Join(slices.Delete(slices.Clone(lines), i, i+1), "")
			if readBehind(lines, i) && checked(t, program) {
				t.Errorf("seed %d: the judge of MLIR misses that line %d is gone:\n%s", seed, i+1, written)
			}
			_, err := target.Write(context.Background(), passtest.Parse(t, program))
			if err == nil {
				t.Errorf("seed %d: without line %d the program becomes HLO:\n%s", seed, i+1, written)
			}
		}
	}
	if dropped < 20 {
		t.Errorf("only %d dones were dropped", dropped)
	}
}

// readBehind reports whether what the operation that line i awaits has written is used behind that line.
func readBehind(lines []string, i int) bool {
	token := strings.Fields(lines[i])[1]
	for k, l := range lines {
		if strings.Contains(l, token+" = async.execute") {
			args, _, _ := strings.Cut(lines[k+1][strings.Index(lines[k+1], "(")+1:], ")")
			_, result, _ := strings.Cut(args, ", ")
			for _, later := range lines[i+1:] {
				if strings.Contains(later, result+",") || strings.Contains(later, result+")") ||
					strings.Contains(later, result+" :") {
					return true
				}
			}
		}
	}
	return false
}

// Every program of testdata becomes the module in its file, which is judged as the file says; or it is
// refused, with the errors in the file.
func TestGolden(t *testing.T) {
	golden.Txtar(t, "testdata/*.txtar", func(t *testing.T, ar *txtar.Archive) {
		program := string(golden.Get(t, ar, "in.mlir"))
		text, err := target.Write(context.Background(), passtest.Parse(t, program))
		if err != nil {
			var b strings.Builder
			for _, d := range diag.FromError(err) {
				b.WriteString(d.Error() + "\n")
			}
			golden.Set(ar, "errors", []byte(b.String()))
			return
		}
		golden.Set(ar, "out.hlo", text)
		m := parse(t, string(text))
		if ok := judged(t, m); ok != checked(t, program) {
			t.Errorf("the judge of HLO says %v, and that of MLIR the opposite", ok)
		}
		if _, err := tomlir.Write(m); err != nil {
			t.Errorf("the module does not become MLIR again: %v", err)
		}
	})
}
