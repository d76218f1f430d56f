package ptx_test

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/internal/tools"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
	language "github.com/inflight-compiler/inflight/ptx"
	"github.com/inflight-compiler/inflight/target/ptx"
)

// compile writes the functions of a program.
func compile(t *testing.T, file string, o ptx.Options) *ptx.Module {
	t.Helper()
	m, diags := ptx.Write(parse(t, file), o)
	if diags.HasErrors() {
		t.Fatal(diags.Err())
	}
	return m
}

func parse(t *testing.T, file string) *ir.Op {
	t.Helper()
	source, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	m, diags := text.Parse(all.NewContext(), diag.NewFile(filepath.Base(file), source), text.Options{})
	if !diags.HasErrors() {
		diags = ir.Verify(m)
	}
	if diags.HasErrors() {
		t.Fatal(diags.Err())
	}
	return m
}

// llvm writes the functions of a program with LLVM's back end.
func llvm(t *testing.T, file, device string) string {
	t.Helper()
	var stdin []byte
	for _, command := range [][]string{{"mlir-opt", "--convert-nvvm-to-llvm", file},
		{"mlir-translate", "--mlir-to-llvmir"},
		{"llc", "-march=nvptx64", "-mcpu=" + device, "-mattr=+ptx86", "-o", "-"}} {
		cmd := tools.Command(t, tools.Require(t, command[0]), command[1:]...)
		cmd.Stdin = bytes.NewReader(stdin)
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%s: %v: %s", command[0], err, stderr.String())
		}
		stdin = out
	}
	return string(stdin)
}

var (
	// instruction is the name of an instruction.
	instruction = regexp.MustCompile(`^\s*(?:@\S+ )?([a-z][a-z0-9_]*[.a-zA-Z0-9_:]*)(?:\s|$)`)
	// plumbing are those that bring operands to where they are needed, and ends.
	plumbing = regexp.MustCompile(`^(mov|ld\.param|cvt|cvta|and|setp|bra|ret|st|ld|reg)\b`)
	// silent are modifiers that say what is so without them; addresses in shared memory have 32 bits here.
	silent = strings.NewReplacer(".tile", "", "shared::cluster.u64", "shared::cluster.u32")
)

// instructions returns the names of the instructions of a text that do something, function by function.
func instructions(text string) []string {
	var names []string
	for line := range strings.SplitSeq(text, "\n") {
		if _, entry, ok := strings.Cut(line, ".entry "); ok {
			names = append(names, entry)
			continue
		}
		if m := instruction.FindStringSubmatch(strings.ReplaceAll(line, ";", " ;")); m != nil &&
			!plumbing.MatchString(m[1]) {
			names = append(names, silent.Replace(m[1]))
		}
	}
	return names
}

// Instructions are those that LLVM writes for the same operations, in the same order.
func TestLikeLLVM(t *testing.T) {
	const file = "testdata/nvvm.mlir"
	want := instructions(llvm(t, file, "sm_90a"))
	m := compile(t, file, ptx.Options{})
	if m.Target != "sm_90a" || m.Version != "8.6" {
		t.Errorf("version %s for %s", m.Version, m.Target)
	}
	if d := cmp.Diff(want, instructions(m.Text)); d != "" {
		t.Errorf("LLVM (-) and Inflight (+) differ:\n%s", d)
	}
	verify(t, m.Text)
	if len(want) < 90 {
		t.Errorf("%d instructions are compared", len(want))
	}
}

// What LLVM writes for them is read, too.
func TestReadsLLVM(t *testing.T) {
	verify(t, llvm(t, "testdata/nvvm.mlir", "sm_90a"))
}

// verify reads a text of PTX, holds it against the table of instructions, and reads what is printed of it.
func verify(t *testing.T, code string) {
	t.Helper()
	m, err := language.Parse(diag.NewFile("code.ptx", []byte(code)))
	if err == nil {
		err = language.Verify(m)
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, code)
	}
	printed := language.Print(m)
	again, err := language.Parse(diag.NewFile("printed.ptx", []byte(printed)))
	if err != nil || language.Print(again) != printed {
		t.Errorf("%v: the text is not read back:\n%s", err, printed)
	}
}

// Between the fence and the wait nothing but products touches registers, and in a loop nothing copies
// accumulators at all.
func TestWarpgroupRegisters(t *testing.T) {
	code := compile(t, "testdata/wgmma.mlir", ptx.Options{}).Text
	verify(t, code)
	for part := range strings.SplitSeq(code, "wgmma.fence.sync.aligned;") {
		if inside, _, ok := strings.Cut(part, "wgmma.wait_group"); ok &&
			regexp.MustCompile(`mov\.b32`).MatchString(inside) {
			t.Errorf("registers are copied while products run:\n%s", inside)
		}
	}
	loop, kept, _ := strings.Cut(code, ".entry kept")
	_, body, _ := strings.Cut(loop, "wgmma.fence")
	if strings.Count(body, "mov.b32 %r") > 1 {
		t.Errorf("the loop copies more than its counter:\n%s", body)
	}
	before, _, _ := strings.Cut(kept, "wgmma.fence")
	if strings.Count(before, "mov.b32") < 4 {
		t.Errorf("what lives on is not copied before the fence:\n%s", kept)
	}
}

// Instructions of sm_90a are not on later devices, and not on sm_90.
func TestWarpgroupTarget(t *testing.T) {
	m := parse(t, "testdata/wgmma.mlir")
	for target, want := range map[string]string{"sm_90a": "",
		"sm_90": "needs sm_90a, and the target is sm_90", "sm_100": "needs sm_90a, and the target is sm_100",
		"sm_100a": "needs sm_90a", "sm_80": "needs sm_90a",
		"sm_xa": "the target is sm_70 or a later device"} {
		out, diags := ptx.Write(m, ptx.Options{Target: target})
		switch {
		case want == "" && (diags.HasErrors() || out.Target != target):
			t.Errorf("%s: %v", target, diags)
		case want != "" && (!diags.HasErrors() || !strings.Contains(diags.Err().Error(), want)):
			t.Errorf("%s: %v, expected %s", target, diags, want)
		}
	}
}

// What convert-nvgpu-to-nvvm and others write as text gets registers in the place of its operands.
func TestInlineAsm(t *testing.T) {
	const function = `llvm.func @f(%a: i32, %b: i64, %o: !llvm.ptr<1>) attributes {nvvm.kernel} { %r = llvm.inline_asm has_side_effects "TEXT", "CONSTRAINTS" ` +
		`%a, %b : (i32, i64) -> !llvm.struct<(i32, i32)> llvm.store %r, %o : !llvm.struct<(i32, i32)>, !llvm.ptr<1> llvm.return }`
	for _, c := range []struct{ text, constraints, want string }{
		{"x {$0, $1}, $2, [$3], $$;", "=r,=r,r,l", "x {%r2, %r3}, %r1, [%d1], $;"},
		{"x $0, $4;", "=r,=r,r,l", "operands which it does not have"},
		{"x $0;", "=r,r,l", "has 1 results by its constraints, and 2 words by its type"},
		{"x $0;", "=r,=r,m,l", "not those of registers"},
		{"x $0;", "=r,=r,0,l", "not those of registers"},
	} {
		source := strings.NewReplacer("TEXT", c.text, "CONSTRAINTS", c.constraints).Replace(function)
		m, diags := text.Parse(all.NewContext(), diag.NewFile("asm", []byte(source)), text.Options{})
		if diags.HasErrors() {
			t.Fatal(diags.Err())
		}
		out, diags := ptx.Write(m, ptx.Options{})
		got := ""
		if diags.HasErrors() {
			got = diags.Err().Error()
		} else {
			got = out.Text
		}
		if !strings.Contains(got, c.want) {
			t.Errorf("%s with %s:\n%s\nexpected %s", c.text, c.constraints, got, c.want)
		}
	}
}

// A conversion that says that it rounds to nearest is the conversion that says nothing; no other mode is left
// out silently.
func TestRoundingMode(t *testing.T) {
	for mode, want := range map[string]string{
		"tonearest ignore": "", "upward ignore": "rounds by the mode 'upward'",
		"tonearest strict": "keeps floating-point exceptions ('strict')",
	} {
		source := `llvm.func @f(%p: !llvm.ptr<1>, %x: f64) attributes {nvvm.kernel} {
			%0 = llvm.intr.experimental.constrained.fptrunc %x ` + mode + ` : f64 to f32
			llvm.store %0, %p : f32, !llvm.ptr<1>
			llvm.return }`
		m, diags := text.Parse(all.NewContext(), diag.NewFile("in.mlir", []byte(source)), text.Options{})
		if diags.HasErrors() {
			t.Fatal(diags.Err())
		}
		out, diags := ptx.Write(m, ptx.Options{})
		switch {
		case want == "" && (diags.HasErrors() || !strings.Contains(out.Text, "cvt.rn.f32.f64")):
			t.Errorf("%s: %v", mode, diags)
		case want != "" && (len(diags) != 1 || !strings.Contains(diags[0].Message, want) ||
			!diags[0].Span.IsKnown()):
			t.Errorf("%s: %v, expected %s", mode, diags, want)
		}
	}
}
