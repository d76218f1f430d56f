package gpu_test

import (
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/builtin"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
)

func parse(source string) (*ir.Op, diag.List) {
	c := ir.NewContext(arith.Dialect, builtin.Dialect, function.Dialect, gpu.Dialect, memref.Dialect)
	return text.Parse(c, diag.NewFile("in.mlir", []byte(source)), text.Options{})
}

// Every attribute prints as it is written, which is how mlir-opt writes it.
func TestAttributes(t *testing.T) {
	for _, attr := range []string{
		"#gpu.thread<x>", "#gpu.thread<linear_dim_9>", "#gpu.block<z>", "[#gpu.block<y>, #gpu.thread<y>]",
		"#gpu<dim y>", "[#gpu<all_reduce_op minui>, #gpu<shuffle_mode up>]",
		"#gpu.address_space<workgroup>", "memref<4xf32, #gpu.address_space<private>>",
	} {
		m, diags := parse("module attributes {t.a = " + attr + "} {\n}")
		if len(diags) > 0 {
			t.Errorf("%s: %v", attr, diags)
			continue
		}
		if got := string(text.Append(nil, m, text.PrintOptions{})); !strings.Contains(got,
			"t.a = "+attr+"}") {
			t.Errorf("%s prints as %s", attr, got)
		}
	}
}

func TestUnknownAttributes(t *testing.T) {
	for attr, want := range map[string]string{
		"#gpu.thread<w>":    "expected thread to be one of: x, y, z",
		"#gpu.nosuch<x>":    "dialect 'gpu' provides no attribute '#gpu.nosuch<x>'",
		"#gpu.thread":       "expected '<'",
		"#gpu.thread<x, y>": "expected '>'",
		"#gpu<dim w>":       "expected dim to be one of: x, y, z",
		"#gpu<dim x y>":     "expected '>'",
		"#gpu<dim<x>>":      "expected dim to be one of: x, y, z",
		"#gpu<nosuch x>":    "dialect 'gpu' provides no attribute",
	} {
		if _, diags := parse("module attributes {t.a = " + attr + "} {\n}"); !diags.HasErrors() ||
			!strings.Contains(diags[0].Message, want) {
			t.Errorf("%s: got %v, want %q", attr, diags, want)
		}
	}
}
