package llvm_test

import (
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/builtin"
	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
)

func parse(t string) (*ir.Op, diag.List) {
	source := "module attributes {t.a = " + t + "} {\n}"
	return text.Parse(ir.NewContext(builtin.Dialect, llvm.Dialect), diag.NewFile("in.mlir", []byte(source)),
		text.Options{})
}

// TestBadTypes proves that malformed types get a located message.
func TestBadTypes(t *testing.T) {
	for typ, want := range map[string]string{
		"!llvm.ptr<x>":                             "expected integer value",
		"!llvm.ptr<>":                              "expected integer value",
		"!llvm.ptr<99999999999>":                   "integer value too large",
		"!llvm.array<4xi8>":                        "expected 'x'",
		"!llvm.array<-1 x i8>":                     "length",
		"!llvm.array<4 x void>":                    "invalid LLVM aggregate element type",
		"!llvm.struct<i32>":                        "expected '('",
		"!llvm.struct<\"a\">":                      "recursive structs are not supported",
		"!llvm.struct<(func<void ()>)>":            "invalid LLVM aggregate element type",
		"!llvm.func<void (..., i32)>":              "expected ')' behind '...'",
		strings.Repeat("!llvm.struct<(", 100000):   "nesting too deep",
		strings.Repeat("!llvm.array<1 x ", 100000): "nesting too deep",
		"!llvm.foo":                                "dialect 'llvm' provides no type '!llvm.foo'",
		"#llvm.constant_range<f32, 0, 1>":          "expected an integer type",
		"#llvm.constant_range<i32, 0>":             "expected ','",
	} {
		m, diags := parse(typ)
		if m != nil || !strings.Contains(diags.Error(), want) {
			t.Errorf("%.40s: %v, want %s", typ, diags, want)
		}
	}
}

// TestTypes proves that what the constructors make is what the text says.
func TestTypes(t *testing.T) {
	c := ir.NewContext(builtin.Dialect, llvm.Dialect)
	for want, typ := range map[string]ir.Type{
		"!llvm.ptr":                   llvm.PointerType(c, llvm.Generic),
		"!llvm.ptr<3>":                llvm.PointerType(c, llvm.Shared),
		"!llvm.struct<(i32, ptr<1>)>": llvm.StructType(c, c.I32, llvm.PointerType(c, llvm.Global)),
	} {
		if typ.String() != want {
			t.Errorf("%v, want %s", typ, want)
		}
		if !llvm.IsCompatible(typ) {
			t.Errorf("%v is not compatible", typ)
		}
	}
	if members, ok := llvm.Members(llvm.StructType(c, c.I32, c.F32)); !ok || len(members) != 2 ||
		members[1] != ir.Type(c.F32) {
		t.Errorf("members are %v", members)
	}
	for _, typ := range []ir.Type{c.Index, c.MemRef(nil, c.F32, nil, nil), llvm.StructType(c, c.Index)} {
		if llvm.IsCompatible(typ) {
			t.Errorf("%v is compatible", typ)
		}
	}
}
