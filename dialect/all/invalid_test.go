package all_test

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/internal/golden"
	"github.com/inflight-compiler/inflight/internal/tools"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
)

const separator = "// -----\n"

// messages returns what is wrong with a program, one line per message and note.
func messages(src string) string {
	c := all.NewContext()
	c.AllowUnregistered = true
	m, errs := text.Parse(c, diag.NewFile("input.mlir", []byte(src)), text.Options{})
	if m != nil {
		errs = ir.Verify(m)
	}
	var b strings.Builder
	for _, d := range errs {
		fmt.Fprintln(&b, d.Message)
		for _, n := range d.Notes {
			fmt.Fprintln(&b, "note: "+n.Message)
		}
	}
	return b.String()
}

// Every program of the cases is rejected, with the messages in the golden.
func TestInvalid(t *testing.T) {
	golden.Txtar(t, "testdata/invalid/*.txtar", func(t *testing.T, ar *txtar.Archive) {
		var out []string
		for i, src := range strings.Split(string(golden.Get(t, ar, "input.mlir")), separator) {
			got := messages(src)
			if got == "" {
				t.Errorf("program %d is accepted:\n%s", i, src)
			}
			out = append(out, got)
		}
		golden.Set(ar, "messages", []byte(strings.Join(out, separator)))
	})
}

// The messages are those of mlir-opt, but for programs with a comment that says why not.
func TestInvalidLikeMLIR(t *testing.T) {
	tool := tools.Require(t, "mlir-opt")
	golden.Txtar(t, "testdata/invalid/*.txtar", func(t *testing.T, ar *txtar.Archive) {
		if strings.Contains(string(ar.Comment), "Inflight's own") {
			t.Skip("mlir-opt does not know the dialect")
		}
		programs := strings.Split(string(golden.Get(t, ar, "input.mlir")), separator)
		want := strings.Split(string(golden.Get(t, ar, "messages")), separator)
		for i := range programs {
			if strings.Contains(programs[i], "// Differs") {
				// Some of these crash mlir-opt.
				programs[i] = strings.Repeat("\n", strings.Count(programs[i], "\n"))
				want[i] = ""
			}
		}
		got := mlirMessages(t, tool, programs)
		for i := range programs {
			if d := cmp.Diff(got[i], want[i]); d != "" {
				t.Errorf("mlir-opt (-) and Inflight (+) differ:\n%s\n%s", programs[i], d)
			}
		}
	})
}

var mlirMessage = regexp.MustCompile(`(?m)^<stdin>:(\d+):\d+: (error|note): (.*)$`)

// mlirMessages returns mlir-opt's messages for each program.
func mlirMessages(t *testing.T, tool string, programs []string) []string {
	t.Helper()
	cmd := tools.Command(t, tool, "--split-input-file", "--allow-unregistered-dialect", "-")
	cmd.Stdin = strings.NewReader(strings.Join(programs, separator))
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Run(); err == nil {
		t.Fatal("mlir-opt accepts the programs")
	}
	return messagesByProgram(programs, stderr.String())
}

// messagesByProgram tells to which program of several each message belongs.
func messagesByProgram(programs []string, stderr string) []string {
	out, program, end := make([]string, len(programs)), 0, strings.Count(programs[0], "\n")+1
	for _, m := range mlirMessage.FindAllStringSubmatch(stderr, -1) {
		line, _ := strconv.Atoi(m[1])
		for line > end && program+1 < len(programs) {
			program++
			end += strings.Count(programs[program], "\n") + 1
		}
		switch {
		case m[2] == "error":
			out[program] += m[3] + "\n"
		case !strings.HasPrefix(m[3], "see current operation"):
			out[program] += "note: " + m[3] + "\n"
		}
	}
	return out
}
