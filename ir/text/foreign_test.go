package text_test

import (
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/ir/text"
)

// TestForeignAttributesAreKept parses programs of other compilers whose dialects no table describes.
// Attributes of such a dialect on known operations are printed as they were written.
func TestForeignAttributesAreKept(t *testing.T) {
	for name, src := range map[string]string{
		"attribute on a module": `module attributes {mhlo.num_partitions = 1 : i32, t.x = #iree_gpu.target<arch = "sm_80", wgp = <[64, 1, 1]>>} {
}
`,
		"attribute on a function": `module {
  func.func private @f() attributes {t.x = #mhlo.sharding<"{replicated}">}
}
`,
		"memory space": `module {
  func.func private @f(memref<8xf32, #tpu.memory_space<vmem>>)
}
`,
		"encoding": `module {
  func.func private @f(tensor<4x?xf32, #stablehlo.bounds<?, 4>>)
}
`,
		"type": `module {
  func.func @f(%arg0: !secret.value<i32>) -> !secret.value<i32> {
    return %arg0 : !secret.value<i32>
  }
}
`,
		"resource": `module attributes {t.x = dense_resource<a> : tensor<0xf32>} {
}

{-#
  dialect_resources: {
    nosuch: {
      a: "0x01000000"
    }
  }
#-}
`,
	} {
		t.Run(name, func(t *testing.T) {
			m, diags := text.Parse(all.NewContext(), newFile(src), text.Options{})
			if m == nil {
				t.Fatal(diags)
			}
			if name == "resource" {
				return // it is printed where an attribute refers to it
			}
			if got := strings.TrimSpace(
				string(text.Append(nil, m, text.PrintOptions{}))); got != strings.TrimSpace(src) {
				t.Errorf("got\n%s\nof\n%s", got, src)
			}
		})
	}
}

// TestAliasesInForeignText proves that aliases in attributes of unknown dialects are replaced by their
// definitions, and that the aliases themselves are not printed.
func TestAliasesInForeignText(t *testing.T) {
	const src = `#map = affine_map<(d0) -> (d0 + 1)>
#exe = #hal.executable.target<"cuda", {arch = "sm_80", note = "#map"}>
!v = vector<4xf32>
module attributes {t.x = #hal.device.target<[#exe], #map, #map.x, #map<1>, #other>} {
  func.func private @f(!x.y<!v, !w>)
}
`
	const want = `module attributes {t.x = #hal.device.target<[#hal.executable.target<"cuda", {arch = "sm_80", note = "#map"}>], ` +
		`affine_map<(d0) -> (d0 + 1)>, #map.x, #map<1>, #other>} {
  func.func private @f(!x.y<vector<4xf32>, !w>)
}`
	m, diags := text.Parse(all.NewContext(), newFile(src), text.Options{})
	if m == nil {
		t.Fatal(diags)
	}
	if got := strings.TrimSpace(string(text.Append(nil, m, text.PrintOptions{}))); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestAliasesInForeignTextAreBounded proves that aliases that double a text repeatedly are an error before
// they fill the memory.
func TestAliasesInForeignTextAreBounded(t *testing.T) {
	src := "#a = #x.y<1>\n"
	name := "#a"
	for range 40 {
		src += name + "_ = #x.y<" + name + ", " + name + ">\n"
		name += "_"
	}
	m, diags := text.Parse(all.NewContext(), newFile(src), text.Options{})
	if m != nil || !strings.Contains(diags.Err().Error(), "aliases written out") {
		t.Errorf("got %v, %v", m, diags)
	}
}

// TestForeignOperationsAreRefused proves that operations of unknown dialects are errors, although their
// attributes are not: the effects of such an operation are unknown.
func TestForeignOperationsAreRefused(t *testing.T) {
	for _, src := range []string{"\"iree.op\"() {a = #iree.b} : () -> ()\n", "iree.op {a = #iree.b}\n"} {
		m, diags := text.Parse(all.NewContext(), diag.NewFile("f.mlir", []byte(src)), text.Options{})
		if m != nil || !diags.HasErrors() {
			t.Errorf("%q is accepted", src)
		}
	}
}
