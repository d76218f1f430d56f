package ptx_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
	"github.com/inflight-compiler/inflight/target/ptx"
)

// compileText writes the functions of a program that is given as text.
func compileText(t *testing.T, source string) (*ptx.Module, diag.List) {
	t.Helper()
	m, diags := text.Parse(all.NewContext(), diag.NewFile("in.mlir", []byte(source)), text.Options{})
	if !diags.HasErrors() {
		diags = ir.Verify(m)
	}
	if diags.HasErrors() {
		t.Fatal(diags.Err())
	}
	return ptx.Write(m, ptx.Options{})
}

var directive = regexp.MustCompile(`(?m)^\.(?:max|min|req|explicit)\w+(?: \d+,?)*`)

// What a kernel says of its launches and of its registers is in its head, in LLVM's words, and can be read
// back.
func TestLaunchDirectives(t *testing.T) {
	const file = "testdata/directives.mlir"
	want := directive.FindAllString(llvm(t, file, "sm_90"), -1)
	m := compile(t, file, ptx.Options{})
	got := directive.FindAllString(m.Text, -1)
	slices.Sort(want)
	slices.Sort(got)
	if d := cmp.Diff(want, got); d != "" || len(want) < 7 {
		t.Errorf("LLVM (-) and Inflight (+) differ:\n%s", d)
	}
	if m.Target != "sm_90" {
		t.Errorf("clusters are for %s", m.Target)
	}
	verify(t, m.Text)
}

// An argument that is passed in another way than in registers or as constant memory of the launch, and a grid
// that counts clusters, are errors.
func TestRefusedAttributes(t *testing.T) {
	for _, c := range []struct{ arg, attr, want string }{
		{"!llvm.ptr {llvm.byval = i64}", "", "argument #0 with the attribute 'llvm.byval'"},
		{"!llvm.ptr {llvm.byval = i64, nvvm.grid_constant}", "", ""}, // the launch passes all of it
		{"!llvm.ptr {nvvm.grid_constant}", "", "argument #0 with the attribute 'nvvm.grid_constant'"},
		{"i64", "nvvm.blocksareclusters, nvvm.reqntid = array<i32: 64>, nvvm.cluster_dim = array<i32: 2>,",
			"attribute 'nvvm.blocksareclusters'"},
		{"i64 {llvm.noundef}", "", ""},
	} {
		_, diags := compileText(t,
			"llvm.func @f(%a: "+c.arg+") attributes {"+c.attr+" nvvm.kernel} { llvm.return }")
		found := slices.ContainsFunc(diags, func(d *diag.Diagnostic) bool {
			return strings.Contains(d.Message, c.want) && d.Span.IsKnown()
		})
		if c.want == "" && diags.HasErrors() || c.want != "" && !found {
			t.Errorf("%s %s: %v, expected %q", c.arg, c.attr, diags, c.want)
		}
	}
}
