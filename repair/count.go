package repair

import (
	"fmt"
	"regexp"
	"strconv"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
)

// literals find the in-flight count in the text of a wait, by the name of the operation: in custom form, and in generic
// form. The count is the only group.
var literals = map[string][]*regexp.Regexp{
	"nvvm.cp.async.wait.group":  patterns(`^nvvm\.cp\.async\.wait\.group\s+(\d+)`, "n"),
	"nvgpu.device_async_wait":   patterns(`numGroups\s*=\s*(\d+)`, "numGroups"),
	"pipeline.wait_queue":       patterns(`^pipeline\.wait_queue\s+\d+\s*,\s*(\d+)`, "count"),
	"pipeline.async_wait_stage": patterns(`^pipeline\.async_wait_stage\s+\d+\s*,\s*(\d+)`, "count"),
	"pipeline.dma_wait":         patterns(`^pipeline\.dma_wait\s+\d+\s*,\s*(\d+)`, "count"),
}

// patterns are the custom form of a wait and its generic form, where the count is an attribute.
func patterns(custom, attr string) []*regexp.Regexp {
	return []*regexp.Regexp{regexp.MustCompile(custom), regexp.MustCompile(`^"[^"]*".*?\b` + attr + `\s*=\s*(\d+)`)}
}

// recount writes another count into a wait.
func recount(file *diag.File, op *ir.Op, n int64) (edit, bool) {
	start, line := place(file, op)
	for _, pattern := range literals[op.Name()] {
		if at := pattern.FindSubmatchIndex(line); at != nil {
			return edit{start + at[2], start + at[3], strconv.FormatInt(n, 10)}, true
		}
	}
	if op.Name() == "nvgpu.device_async_wait" && line != nil {
		token := regexp.MustCompile(`^nvgpu\.device_async_wait\s+%[\w.$#-]+`).FindIndex(line)
		if token != nil {
			return edit{start + token[1], start + token[1], fmt.Sprintf(" {numGroups = %d : i32}", n)}, true
		}
	}
	return edit{}, false
}
