package asyncio_test

import (
	"bytes"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/internal/golden"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/tools"
	"github.com/inflight-compiler/inflight/ir/text"
	"github.com/inflight-compiler/inflight/target/asyncio"
)

// Every program of testdata is written as its file has it, without the part that all programs have, and
// prints under Python what its file says; or it is refused, with the errors in the file.
func TestGolden(t *testing.T) {
	python := tools.Require(t, "python3")
	golden.Txtar(t, "testdata/*.txtar", func(t *testing.T, ar *txtar.Archive) {
		file := diag.NewFile("in.mlir", golden.Get(t, ar, "in.mlir"))
		module, diags := text.Parse(all.NewContext(), file, text.Options{})
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		program, err := asyncio.Write(module)
		if err != nil {
			var b strings.Builder
			for _, d := range diag.FromError(err) {
				b.WriteString(d.Error() + "\n")
			}
			golden.Set(ar, "errors", []byte(b.String()))
			return
		}
		_, own, _ := bytes.Cut(program, []byte("        print(f\"result {i}:\", r)\n\n\n"))
		golden.Set(ar, "out.py", own)
		golden.Set(ar, "printed", run(t, python, program))
	})
}

// run returns what a program prints, and the last line of its error output if it fails.
func run(t *testing.T, python string, program []byte) []byte {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), python, "-W", "error", "-")
	cmd.Stdin = bytes.NewReader(program)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		lines := strings.Split(strings.TrimSpace(errs.String()), "\n")
		out.WriteString(lines[len(lines)-1] + "\n")
	} else if errs.Len() > 0 {
		t.Errorf("%s", &errs)
	}
	return out.Bytes()
}

// Integers of every width, comparisons and conversions are those of the simulator.
func TestArithmetic(t *testing.T) {
	python := tools.Require(t, "python3")
	var b strings.Builder
	b.WriteString("func.func @main(%m: memref<512xi64>) {\n")
	at := 0
	store := func(format string, args ...string) {
		s := format
		for i := 0; i < len(args); i += 2 {
			s = strings.ReplaceAll(s, args[i], args[i+1])
		}
		b.WriteString(strings.ReplaceAll(s, "#",
			string(rune('a'+at/26/26))+string(rune('a'+at/26%26))+string(rune('a'+at%26))))
		at++
	}
	numbers := map[string][]string{"i1": {"false", "true"}, "i8": {"-128", "-3", "127"},
		"i32": {"-2147483648", "7"},
		"i64": {"-9223372036854775808", "5"}}
	for _, typ := range []string{"i1", "i8", "i32", "i64"} {
		for _, op := range []string{"addi", "subi", "muli", "andi", "ori", "xori", "maxsi", "minsi", "maxui",
			"minui",
			"cmpi slt,", "cmpi ult,", "cmpi sge,", "cmpi uge,", "remui", "divui"} {
			for _, x := range numbers[typ] {
				y := numbers[typ][len(numbers[typ])-1]
				of := typ
				if strings.HasPrefix(op, "cmpi") {
					of = "i1"
				}
				extend := "%w# = arith.extsi %z# : OF to i64"
				if of == "i64" {
					extend = "%zero# = arith.constant 0 : i64\n  %w# = arith.addi %z#, %zero# : i64"
				}
				if at == 512 {
					break
				}
				index := strconv.Itoa(at)
				store(
					"  %x# = arith.constant X : T\n  %y# = arith.constant Y : T\n  %z# = arith.OP %x#, %y# "+
						": T\n  "+extend+
						"\n  %i# = arith.constant AT : index\n  memref.store %w#, %m[%i#] : "+
						"memref<512xi64>\n",
					"OF", of, "OP", op, "AT", index, "X :", x+" :", "Y :", y+" :", ": T", ": "+typ)
			}
		}
	}
	b.WriteString("  return\n}\n")
	source := strings.NewReplacer("false : i1", "false", "true : i1", "true").Replace(b.String())
	m := passtest.Parse(t, source)
	memory, _ := passtest.Simulate(t, m, passtest.Modes[0], 0)
	program, err := asyncio.Write(m)
	if err != nil {
		t.Fatal(err)
	}
	got := strings.Fields(string(run(t, python, program)))[2:]
	for i := range at {
		if want := int64(memory[0].Buffer.At(int64(i))); got[i] != strconv.FormatInt(want, 10) {
			t.Errorf("element %d is %s, want %d", i, got[i], want)
		}
	}
}
