package injectsoftwarepipeline_test

import (
	"fmt"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/transform/pipeline/injectsoftwarepipeline"
)

// An attribute of a loop that resembles an annotation is reported at the loop, with the annotation that was
// meant. Other attributes are not reported.
func TestMisspelledAnnotations(t *testing.T) {
	for name, want := range map[string]string{
		"software_pipeline_stages":      "software_pipeline_stage",
		"software_pipeline_orders":      "software_pipeline_order",
		"software_pipeline_async_stage": "software_pipeline_async_stages",
		"softwre_pipelin_stage":         "software_pipeline_stage",
		"num_stages":                    "software_pipeline_stage",
		"tt.num_stages":                 "software_pipeline_stage",
		"pipeline_stage":                "software_pipeline_stage",
		"pipeline.order":                "software_pipeline_order",
		"Software_Pipeline_Stage":       "software_pipeline_stage",
		"doc.note":                      "",
		"loop.hint":                     "",
		"unroll":                        "",
		"software_pipeline_stage":       "",
	} {
		m := passtest.Parse(t, fmt.Sprintf(`func.func @f(%%m: memref<4xi32>, %%a: index, %%v: i32) {
  scf.for %%i = %%a to %%a step %%a {
    memref.store %%v, %%m[%%i] : memref<4xi32>
  } {%s = [0]}
  scf.parallel (%%i) = (%%a) to (%%a) step (%%a) {
    scf.reduce
  } {doc.other}
  return
}`, name))
		got := ""
		o := injectsoftwarepipeline.Options{Report: func(d *diag.Diagnostic) {
			got += d.Message + "; " + d.Suggestion
		}}
		if err := o.Apply(m); err != nil && name != "software_pipeline_stage" {
			t.Errorf("%s: %v", name, err)
		}
		if want != "" {
			want = fmt.Sprintf("the attribute '%s' of this loop is not used; did you mean '%s'?", name, want)
		}
		if got != want {
			t.Errorf("%s: got %q, expected %q", name, got, want)
		}
	}
}
