// Package samellvm compares LLVM IR with what mlir-translate makes of the same module. Only tests import it.
package samellvm

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/inflight-compiler/inflight/internal/tools"
)

// Check fails the test if LLVM does not accept a program, or if it is not the one that mlir-translate makes
// of a module of the llvm dialect. Both are compared as opt prints them after the passes given, "verify" for
// none. With a module of no text only the former is checked. The test is skipped where the tools are not
// installed.
func Check(t *testing.T, module, program []byte, passes string) {
	t.Helper()
	translate, opt := tools.Require(t, "mlir-translate"), tools.Require(t, "opt")
	ours := Normal(t, opt, program, passes)
	if len(module) == 0 {
		return
	}
	theirs := Normal(t, opt, Pipe(t, module, translate, "--mlir-to-llvmir"), passes)
	if ours != theirs {
		t.Errorf("-mlir-translate +ours:\n%s", cmp.Diff(theirs, ours))
	}
}

var (
	flags     = regexp.MustCompile(`(?m)^!llvm.module.flags.*\n(\n?!0 = .*Debug Info Version.*\n)?`)
	phi       = regexp.MustCompile(`(?m)^(.* = phi .*? )(\[ .*\])$`)
	intrinsic = regexp.MustCompile(`(?m)^(?:; Function Attrs:.*\n)?declare .*@llvm\..*\n\n?`)
	incoming  = regexp.MustCompile(`\[ [^]]*\]`)
)

// Normal returns a program as LLVM prints it, without what says nothing: the version of debug information,
// the order of the edges that a phi node lists, and that in which intrinsics are declared, which is that of
// the blocks that use them first.
func Normal(t *testing.T, opt string, program []byte, passes string) string {
	t.Helper()
	out := string(Pipe(t, flags.ReplaceAll(program, nil), opt, "-S", "-passes="+passes))
	declared := intrinsic.FindAllString(out, -1)
	slices.Sort(declared)
	out = intrinsic.ReplaceAllString(out, "") + strings.Join(declared, "")
	return phi.ReplaceAllStringFunc(out, func(line string) string {
		parts := phi.FindStringSubmatch(line)
		list := incoming.FindAllString(parts[2], -1)
		slices.Sort(list)
		return parts[1] + strings.Join(list, ", ")
	})
}

// Pipe runs a tool on an input and returns its output.
func Pipe(t *testing.T, input []byte, tool string, args ...string) []byte {
	t.Helper()
	c := tools.Command(t, tool, append(args, "-")...)
	c.Stdin = bytes.NewReader(input)
	var out, errs bytes.Buffer
	c.Stdout, c.Stderr = &out, &errs
	if err := c.Run(); err != nil {
		t.Fatalf("%s: %v\n%s\n%s", tool, err, errs.String(), input)
	}
	return out.Bytes()
}
