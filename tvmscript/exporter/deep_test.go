package exporter_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/tvmscript/exporter"
)

// TestDoubling prints values that are computed from themselves twice, many times over: written out they would
// have 2^60 parts.
func TestDoubling(t *testing.T) {
	for name, frame := range map[string]string{
		"statement": "%s\n memref.store %%f60, %%A[%%i60] : memref<8xf32>",
		"condition": "%%r = scf.if %%b -> (f32) {\n%s\n %%l = memref.load %%A[%%i60] : memref<8xf32>\n %%m " +
			"= arith.addf %%l, %%f60 : f32\n" +
			"scf.yield %%m : f32\n} else {\nscf.yield %%f0 : f32\n}\nmemref.store %%r, %%A[%%i0] : " +
			"memref<8xf32>",
		"bound": "%s\nscf.for %%k = %%i0 to %%i60 step %%i0 {\nscf.for %%l = %%i0 to %%i60 step %%i0 {\n}\n}",
		"logic": "%s\nscf.if %%b60 {\npipeline.block {\n%%v = pipeline.axis \"spatial\" %%i60 in %%i0 to " +
			"%%i60\n}\n}",
	} {
		var body strings.Builder
		for i := range 60 {
			fmt.Fprintf(&body,
				"%%f%d = arith.addf %%f%d, %%f%d : f32\n%%i%d = arith.addi %%i%d, %%i%d : index\n", i+1, i, i,
				i+1, i, i)
			fmt.Fprintf(&body, "%%b%d = arith.andi %%b%d, %%b%d : i1\n", i+1, i, i)
		}
		src := "func.func @f(%A: memref<8xf32>, %f0: f32, %i0: index, %b0: i1, %b: i1) {\n" +
			fmt.Sprintf(frame, body.String()) + "\nreturn\n}\n"
		out, diags := exporter.Append(nil, parse(t, name, []byte(src)))
		if diags.HasErrors() == (out != nil) {
			t.Errorf("%s: %d bytes beside %v", name, len(out), diags)
		}
		if len(out) > 1<<16 {
			t.Errorf("%s: %d bytes", name, len(out))
		}
	}
}
