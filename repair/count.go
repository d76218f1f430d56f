package repair

import (
	"fmt"
	"regexp"
	"strconv"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
)

// literal says how to find the count in the text of a wait: custom is a pattern for the custom form, whose
// only group is the count; attr is the attribute in generic form.
type literal struct{ custom, attr string }

// literals has the patterns of the waits, by the names of the operations.
var literals = map[string]literal{
	"nvvm.cp.async.wait.group":  {`^nvvm\.cp\.async\.wait\.group\s+(\d+)`, "n"},
	"nvgpu.device_async_wait":   {`numGroups\s*=\s*(\d+)`, "numGroups"},
	"pipeline.wait_queue":       {`^pipeline\.wait_queue\s+\d+\s*,\s*(\d+)`, "count"},
	"pipeline.async_wait_stage": {`^pipeline\.async_wait_stage\s+\d+\s*,\s*(\d+)`, "count"},
	"pipeline.dma_wait":         {`^pipeline\.dma_wait\s+\d+\s*,\s*(\d+)`, "count"},
}

// find returns the position of the count in a line, nil if the line has none.
func (l literal) find(line []byte) []int {
	if l.custom == "" {
		return nil
	}
	for _, pattern := range []string{l.custom, `^"[^"]*".*?\b` + l.attr + `\s*=\s*(\d+)`} {
		if at := regexp.MustCompile(pattern).FindSubmatchIndex(line); at != nil {
			return at[2:]
		}
	}
	return nil
}

// recount returns the edit that gives a wait another count.
func recount(file *diag.File, op *ir.Op, n int64) (edit, bool) {
	start, line := place(file, op)
	if at := literals[op.Name()].find(line); at != nil {
		return edit{start + at[0], start + at[1], strconv.FormatInt(n, 10)}, true
	}
	if op.Name() == "nvgpu.device_async_wait" && line != nil {
		token := regexp.MustCompile(`^nvgpu\.device_async_wait\s+%[\w.$#-]+`).FindIndex(line)
		if token != nil {
			return edit{start + token[1], start + token[1], fmt.Sprintf(" {numGroups = %d : i32}", n)}, true
		}
	}
	return edit{}, false
}
