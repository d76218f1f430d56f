package llvm_test

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/internal/samellvm"
	"github.com/inflight-compiler/inflight/internal/tools"
	"github.com/inflight-compiler/inflight/ir/text"
	"github.com/inflight-compiler/inflight/target/llvm"
)

// Each function and global variable of the corpus of the llvm dialect, and of testdata/single, with what it
// names, is what mlir-translate makes of it. What mlir-translate does not take is left out.
func TestEachSymbolLikeMLIR(t *testing.T) {
	translate, opt := tools.Require(t, "mlir-translate"), tools.Require(t, "opt")
	var files []string
	for _, pattern := range []string{"../../ir/text/testdata/corpus/llvm_[afim]*.mlir",
		"testdata/single/*.mlir"} {
		list, _ := filepath.Glob(pattern)
		files = append(files, list...)
	}
	compared := 0
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		symbols := map[string]string{}
		for op := range parse(t, diag.NewFile(file, content)).Body().Ops() {
			if name := op.SymbolName(); name != "" {
				symbols[name] = string(text.Append(nil, op, text.PrintOptions{})) + "\n"
			}
		}
		for name := range symbols {
			source := closure(symbols, name)
			c := tools.Command(t, translate, "--mlir-to-llvmir")
			c.Stdin = strings.NewReader(source)
			theirs, err := c.Output()
			if err != nil {
				continue
			}
			compared++
			t.Run(filepath.Base(file)+"/"+name, func(t *testing.T) {
				ours, diags := llvm.Append(nil, parse(t, diag.NewFile(file, []byte(source))))
				if len(diags) > 0 {
					t.Fatal(diags)
				}
				if d := cmp.Diff(inlined(t, opt, theirs), inlined(t, opt, ours)); d != "" {
					t.Errorf("-mlir-translate +ours:\n%s", d)
				}
			})
		}
	}
	if compared < 25 {
		t.Errorf("only %d symbols were compared", compared)
	}
}

var reference = regexp.MustCompile(`@\w+`)

// closure returns the text of a symbol and of all that it names.
func closure(symbols map[string]string, name string) string {
	seen := map[string]bool{}
	var b strings.Builder
	var visit func(string)
	visit = func(name string) {
		if seen[name] {
			return
		}
		seen[name] = true
		b.WriteString(symbols[name])
		for _, ref := range reference.FindAllString(symbols[name], -1) {
			visit(ref[1:])
		}
	}
	visit(name)
	return b.String()
}

var (
	comment = regexp.MustCompile(`(?m)\s*;.*$`)
	named   = regexp.MustCompile(`(?m)^(?:attributes (#\d+)|(!\d+)) = (.*)$`)
	used    = regexp.MustCompile(`[#!]\d+\b`)
	one     = regexp.MustCompile(`(alloca .*), i64 1\b`)
	ignored = regexp.MustCompile(`^(source_filename|!llvm.module.flags|declare .*@llvm\.)`)
)

// inlined returns the lines of a program as LLVM prints it, attributes and metadata where they are used,
// without declarations of intrinsics, and an alloca of one as that.
func inlined(t *testing.T, opt string, program []byte) []string {
	t.Helper()
	out := comment.ReplaceAllString(samellvm.Normal(t, opt, bytes.TrimSpace(program), "verify"), "")
	texts := map[string]string{}
	for _, m := range named.FindAllStringSubmatch(out, -1) {
		texts[m[1]+m[2]] = m[3]
	}
	out = used.ReplaceAllStringFunc(named.ReplaceAllString(out, ""), func(s string) string {
		return texts[s]
	})
	lines := strings.Split(one.ReplaceAllString(out, "$1"), "\n")
	return slices.DeleteFunc(lines, func(line string) bool { return line == "" || ignored.MatchString(line) })
}
