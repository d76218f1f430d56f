package llvm_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/builtin"
	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
)

// The flags of an operation are an integer of any type in the generic form, of which the low 32 bits count,
// as mlir-opt 22 reads them. A dictionary that another operation has as well stays what it is.
func TestFlagsOfAnyWidth(t *testing.T) {
	const add, address = `%r = "llvm.add"(%x, %x) <{overflowFlags = F}> : (i32, i32) -> i32`,
		`%r = "llvm.getelementptr"(%p) <{elem_type = i8, noWrapFlags = F, rawConstantIndices = array<i32: 3>}> : (!llvm.ptr) -> !llvm.ptr`
	for _, c := range []struct{ op, flags, want string }{
		{add, "3 : i64", "overflow<nsw, nuw>"},
		{add, "3", "overflow<nsw, nuw>"},
		{add, "2 : i8", "overflow<nuw>"},
		{add, "true", "overflow<nsw>"},
		{add, "3 : index", "overflow<nsw, nuw>"},
		{add, "4294967297 : i64", "overflow<nsw>"},
		{add, "18446744073709551619 : i128", "overflow<nsw, nuw>"},
		{add, "7 : i64", "failed to satisfy constraint: LLVM integer overflow flags"},
		{add, "-1 : i64", "failed to satisfy constraint: LLVM integer overflow flags"},
		{add, "3.0", "Invalid attribute `overflowFlags` in property conversion"},
		{address, "3 : i64", "llvm.getelementptr inbounds %"},
		{address, "4 : i8", "llvm.getelementptr nuw %"},
	} {
		source := fmt.Sprintf(
			"llvm.func @f(%%x: i32, %%p: !llvm.ptr) {\n  %s\n  llvm.return\n}\nmodule attributes {t.d = "+
				"{overflowFlags = %s}} {\n}\n",
			strings.ReplaceAll(c.op, "F}", c.flags+"}"), c.flags)
		source = strings.ReplaceAll(source, "F, raw", c.flags+", raw")
		m, diags := text.Parse(ir.NewContext(builtin.Dialect, llvm.Dialect),
			diag.NewFile("in.mlir", []byte(source)), text.Options{})
		if !diags.HasErrors() {
			diags = ir.Verify(m)
		}
		got := diags.Error()
		if !diags.HasErrors() {
			got = string(text.Append(nil, m, text.PrintOptions{}))
			if name := strings.TrimSuffix(c.flags, " : i64"); !strings.Contains(got,
				"t.d = {overflowFlags = "+name) {
				t.Errorf("%s: the dictionary has changed:\n%s", c.flags, got)
			}
		}
		if !strings.Contains(got, c.want) {
			t.Errorf("%s: %s, want %s", c.flags, got, c.want)
		}
	}
}
