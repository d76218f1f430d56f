package async_test

import (
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/builtin"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
)

func parse(source string) (*ir.Op, diag.List) {
	return text.Parse(ir.NewContext(builtin.Dialect, async.Dialect), diag.NewFile("in.mlir", []byte(source)),
		text.Options{})
}

// What a payload contains can have an alias, as mlir-opt has it.
func TestAliasInPayload(t *testing.T) {
	m, diags := parse("module attributes {t.a = !async.value<memref<4xf32, affine_map<(d0) -> (d0 * 2)>>>} " +
		"{\n}")
	if m == nil {
		t.Fatal(diags)
	}
	want := "#map = affine_map<(d0) -> (d0 * 2)>\nmodule attributes {t.a = !async.value<memref<4xf32, " +
		"#map>>} {\n}"
	if got := text.String(m, text.PrintOptions{}); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// Equal types are one type.
func TestValueTypeIsInterned(t *testing.T) {
	c := ir.NewContext(builtin.Dialect, async.Dialect)
	a, b, other := async.ValueType(c, c.F32), async.ValueType(c, c.F32), async.ValueType(c, c.F64)
	if a != b || a == other {
		t.Errorf("%v and %v are one type: %t; %v and %v: %t", a, b, a == b, a, other, a == other)
	}
	if got := async.Payload(a); got != ir.Type(c.F32) {
		t.Errorf("the payload of %v is %v", a, got)
	}
	for _, typ := range []ir.Type{async.TokenType(c), async.GroupType(c), c.F32} {
		if async.IsValue(typ) {
			t.Errorf("%v is a value", typ)
		}
	}
}

func TestMalformedTypes(t *testing.T) {
	for typ, want := range map[string]string{
		"!async.value":           "expected '<'",
		"!async.value<>":         "expected non-function type",
		"!async.value<f32, f32>": "expected '>'",
		"!async.value<f32":       "expected '>'",
		"!async<value<f32>":      "unbalanced '}' character in pretty dialect name",
		"!async<value<f32> >":    "",
		"!async.nosuch":          "dialect 'async' provides no type '!async.nosuch'",
		"!async.token<f32>":      "dialect 'async' provides no type '!async.token<f32>'",
		strings.Repeat("!async.value<", 600) + "f32" + strings.Repeat(">", 600): "nesting too deep",
	} {
		m, diags := parse("module attributes {t.a = " + typ + "} {\n}")
		switch {
		case want == "" && m == nil:
			t.Errorf("%s: %v", typ, diags)
		case want != "" && (m != nil || !strings.Contains(diags[0].Message, want)):
			t.Errorf("%.40s: got %v, want %q", typ, diags, want)
		}
	}
}
