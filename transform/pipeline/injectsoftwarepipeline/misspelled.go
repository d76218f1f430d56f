package injectsoftwarepipeline

import (
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/ir"
)

var codeMisspelled = diag.Register("pipeline-misspelled",
	"an attribute of a loop is nearly an annotation of a pipeline, and is not used",
	"Loops are pipelined by software_pipeline_stage, software_pipeline_order and "+
		"software_pipeline_async_stages. An attribute with "+
		"another name changes nothing, such as num_stages of other systems. Give the statements their "+
		"stages by these three, or "+
		"remove the attribute.")

// annotations holds the names of the attributes that pipeline a loop.
var annotations = []string{pipeline.StageAttr, pipeline.OrderAttr, pipeline.AsyncStagesAttr}

// reportMisspelled warns of every loop in root with an attribute that resembles an annotation.
func (o *Options) reportMisspelled(root *ir.Op) {
	if o.Report == nil {
		return
	}
	for op := range root.Walk() {
		if op.Def().Loop == nil {
			continue
		}
		for _, a := range op.Attrs() {
			if op.Def().Attr(a.Name) != nil {
				continue
			}
			meant := diag.Nearest(a.Name, annotations)
			// the reader of TVMScript knows the names of other systems, and has warned of them
			if !isTVMScript(op) {
				meant = meantBy(a.Name)
			}
			if meant != "" && !slices.Contains(annotations, a.Name) {
				o.Report(diag.Warningf(codeMisspelled, op.Span(),
					"the attribute '%s' of this loop is not used", a.Name).
					Suggest("did you mean '%s'?", meant))
			}
		}
	}
}

// meantBy returns the annotation that the name of an attribute resembles, or "". Names of other systems
// ("tt.num_stages"), and words of an annotation in any spelling, count as well.
func meantBy(name string) string {
	plain := strings.ToLower(strings.NewReplacer("-", "_", ".", "_").Replace(name))
	switch {
	case plain == "num_stages" || strings.HasSuffix(plain, "_num_stages"):
		return pipeline.StageAttr
	case !strings.Contains(plain, "pipeline"):
		return diag.Nearest(name, annotations)
	case strings.Contains(plain, "async"):
		return pipeline.AsyncStagesAttr
	case strings.Contains(plain, "order"):
		return pipeline.OrderAttr
	case strings.Contains(plain, "stage"):
		return pipeline.StageAttr
	}
	return diag.Nearest(name, annotations)
}
