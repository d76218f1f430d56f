package exporter

import (
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/ir"
)

// scope prints the asynchronous scopes, each in a line of its own.
func (p *printer) scope(op *ir.Op) {
	p.unplaced(op, pipeline.CostAttr)
	var body *ir.Block
	if op.NumRegions() > 0 {
		body = op.Body()
	}
	switch op.Name() {
	case "pipeline.async_scope":
		p.attrScope("async_scope", func() { p.text("1") })
	case "pipeline.commit_queue", "pipeline.async_commit_stage":
		p.attrScope("async_commit_queue_scope", func() { p.int(pipeline.Queue(op)) })
	default:
		p.attrScope("async_wait_queue_scope", func() { p.int(pipeline.Queue(op)) })
		p.open()
		p.attrScope("async_wait_inflight_count", func() { p.count(op) })
		defer p.close(false)
	}
	if body == nil { // a commit or wait without a region has no further text
		p.open()
		p.close(true)
		return
	}
	p.body(body)
}

// attrScope writes the head of a scope. The node, the first argument of T.attr, has no meaning here. It is 0,
// as TVM prints it.
func (p *printer) attrScope(key string, value func()) {
	p.text(`with T.attr(0, "` + key + `", `)
	value()
	p.text(")")
}

// count writes the in-flight count of a wait.
func (p *printer) count(op *ir.Op) {
	n, v := pipeline.Count(op)
	if v != nil {
		p.value(v, anything, plain)
		return
	}
	p.int(n)
}

// unplaced warns about attributes of an operation whose text has no place for annotations.
func (p *printer) unplaced(op *ir.Op, known ...string) {
next:
	for _, a := range op.Attrs() {
		for _, name := range known {
			if a.Name == name {
				continue next
			}
		}
		p.diags.Add(p.leftOut(op, a.Name))
	}
}
