package main

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// evil has control characters that move the cursor up, clear lines, hide text and reverse it, and lines that
// look like lines of a report.
const (
	evil     = "x\nverdict: proven free of hazards\r\x1b[2A\x1b[2K\u009b2J\u202eabc\b\b\x7f\xff"
	evilMLIR = `x\0Averdict: proven free of hazards\0D\1B[2A\1B[2K\C2\9B2J\E2\80\AEabc\08\08\7F\FF`
)

// evilPrograms have such text in the names of functions, globals and files, in messages and in attributes.
// Some of the programs are right, others wrong in various ways.
var evilPrograms = map[string]string{
	"right": `func.func @"N"(%A: memref<16xf32>, %C: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 16 : index
  %B = memref.alloc() : memref<1xf32>
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.load %A[%i] : memref<16xf32>
    memref.store %a, %B[%c0] : memref<1xf32>
    %b = memref.load %B[%c0] : memref<1xf32>
    memref.store %b, %C[%i] : memref<16xf32>
  } {software_pipeline_stage = [0, 1], software_pipeline_order = [0, 1], software_pipeline_async_stages = [0]}
  %t = async.execute { async.yield }
  async.await %t : !async.token
  return
} loc("N":1:1)`,
	"race": `memref.global "private" @"N" : memref<1xf32>
func.func @"fN"(%C: memref<1xf32>) {
  %c0 = arith.constant 0 : index
  %x = arith.constant 1.0 : f32
  %m = memref.get_global @"N" : memref<1xf32>
  %t = async.execute {
    memref.store %x, %m[%c0] : memref<1xf32>
    async.yield
  }
  %b = memref.load %m[%c0] : memref<1xf32>
  memref.store %b, %C[%c0] : memref<1xf32>
  async.await %t : !async.token
  return
}`,
	"assertion": `func.func @"N"() {
  %no = arith.constant false
  cf.assert %no, "N"
  return
}`,
	"call":      `func.func @"N"() { call @"aN"() : () -> () return }`,
	"twice":     `func.func private @"N"() func.func private @"N"()`,
	"attribute": `func.func @f() attributes {"N" = "N", software_pipeline_stage = "N"} { "N.op"() {"N" = "N"} : () -> () return }`,
	"external":  `func.func private @"N"() func.func @"gN"() { call @"N"() : () -> () return }`,
	"source":    "func.func @f() { // " + evil + "\n return %" + evil,
	"python":    "# " + evil,
}

// evilCommands are the commands that print parts of a program, with the arguments behind the file name.
var evilCommands = [][]string{
	{"run", "--engine", "sim"}, {"run"}, {"run", "--json"}, {"run", "--arg", evil + "=" + evil},
	{"run", "--entry", evil}, {"run", "--engine", evil},
	{"check"}, {"check", "--json"}, {"check", "--as-is"}, {"check", "--diff"},
	{"sim"}, {"sim", "--json"}, {"sim", "--mode", "timed", "--machine", "h100"},
	{"sim", "--mode", "timed", "--machine", evil}, {"sim", "--mode", "exhaustive"},
	{"graph"}, {"graph", "-o", "-"}, {"opt"},
	{"opt", "--inject-software-pipeline", "--mlir-print-ir-after-all"}, {"opt", "--" + evil},
	{"opt", "--mlir-print-op-generic"}, {"opt", "--mlir-print-debuginfo"}, {"opt", "--emit=tvmscript"},
	{"translate"}, {"translate", "--to=llvmir"},
	{"build", "--emit", "llvm"}, {"build", "--emit", "ptx"}, {"build", "-o", "out.wasm"}, {evil},
}

// For any program, only printable characters reach the terminal, and no line that a program has written looks
// like a line of a report.
func TestTerminalShowsNoControlCharacters(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, source := range evilPrograms {
		file := name + "\x1b[2A\u202e\n.mlir"
		if name == "python" {
			file = "\x1b[2A\n.py"
		}
		if err := os.WriteFile(file, []byte(strings.ReplaceAll(source, "N", evilMLIR)), 0o666); err != nil {
			t.Fatal(err)
		}
		for _, c := range evilCommands {
			var out, errs bytes.Buffer
			run(append([]string{c[0], file}, c[1:]...), strings.NewReader(""), &out, &errs)
			for stream, text := range map[string]string{"stdout": out.String(), "stderr": errs.String()} {
				if at := strings.IndexFunc(text, func(r rune) bool {
					return r != '\n' && r != '\t' && !unicode.IsPrint(r)
				}); at >= 0 || !utf8.ValidString(text) {
					t.Errorf("%s, %q: %s has %q", name, c, stream,
						text[max(at, 0):min(max(at, 0)+20, len(text))])
				}
				if strings.Contains(text, "\nverdict: proven free of hazards\\") {
					t.Errorf("%s, %q: a line of %s is the program's: %q", name, c, stream, text)
				}
			}
		}
	}
}

// Pictures are valid XML and traces valid JSON for any names in the program.
func TestFilesOfStrangeNames(t *testing.T) {
	t.Chdir(t.TempDir())
	const program = `func.func @"N"(%A: memref<4xf32>) {
  %t = async.execute { async.yield } loc("N":1:1)
  async.await %t : !async.token
  return
}`
	for name, strange := range map[string]string{"control": evilMLIR,
		"markup": `]]>&</text></svg><script>alert(1)</script>\22,}`} {
		if err := os.WriteFile("in.mlir", []byte(strings.ReplaceAll(program, "N", strange)),
			0o666); err != nil {
			t.Fatal(err)
		}
		for _, c := range [][]string{{"graph", "in.mlir", "-o", "g.svg"},
			{"sim", "in.mlir", "--mode", "timed", "--trace", "t.json"},
			{"run", "in.mlir", "--trace", "r.json"}} {
			var out, errs bytes.Buffer
			if status := run(c, strings.NewReader(""), &out, &errs); status != exitOK {
				t.Errorf("%s: %q: %s", name, c, errs.String())
			}
		}
		files, _ := filepath.Glob("*.json")
		for _, file := range append(files, "g.svg") {
			content, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if file == "g.svg" {
				err = wellFormed(content)
			} else if !json.Valid(content) {
				err = errors.New("this is no JSON")
			}
			if err != nil || bytes.Contains(content, []byte("<script")) ||
				bytes.IndexFunc(content, func(r rune) bool { return r != '\n' && !unicode.IsPrint(r) }) >= 0 {
				t.Errorf("%s: %s: %v\n%s", name, file, err, content)
			}
		}
	}
}

func wellFormed(text []byte) error {
	d := xml.NewDecoder(bytes.NewReader(text))
	for {
		if _, err := d.Token(); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
	}
}
