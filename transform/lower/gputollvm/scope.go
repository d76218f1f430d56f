package gputollvm

import (
	"github.com/inflight-compiler/inflight/analysis/queues"
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/ir"
)

// scope is a region that has streams and events of its own: it runs from its start to one of its ends,
// without another activity.
type scope struct {
	op     *ir.Op // the function, or the asynchronous region
	region *ir.Region
	first  *ir.Op // of its entry
	blocks []*blockPlan
	places []*place
	// streams are by their lanes, events and tokens with an event of their own by the operations that they
	// follow.
	streams map[lane]*ir.Value
	events  map[*ir.Op]*ir.Value
	tokens  map[*ir.Op]*ir.Value
	// graphStream is what the host waits for graphs with.
	graphStream *ir.Value
}

// scopesIn returns the scopes of a module in which there are operations of the device.
func (l *lowering) scopesIn(module *ir.Op) []*scope {
	var list []*scope
	for op := range module.Walk() {
		if isScope(op) && op.Body() != nil && op.ParentOf(gpu.Module) == nil {
			s := &scope{op: op, region: op.Region(0), first: op.Body().First(), streams: map[lane]*ir.Value{},
				events: map[*ir.Op]*ir.Value{}, tokens: map[*ir.Op]*ir.Value{}}
			s.places = []*place{{}}
			l.collect(s, s.region)
			if len(s.blocks) > 0 {
				list = append(list, s)
			}
			if s.hasInnerPlaces() {
				l.shared[s.op] = true // a token may outlive the block that has its event
			}
		}
	}
	return list
}

func isScope(op *ir.Op) bool {
	return op.Is(function.Func) || op.Is(async.Execute) || op.Is(async.Func)
}

// isAsync reports whether the host can suspend in a scope whatever the options say.
func (s *scope) isAsync() bool { return !s.op.Is(function.Func) }

// collect finds the blocks of a scope with operations of the device, inner ones included.
func (l *lowering) collect(s *scope, r *ir.Region) {
	for _, block := range r.Blocks() {
		found := false
		for op := range block.Ops() {
			found = found || isDevice(op)
			if isScope(op) {
				continue
			}
			for _, inner := range op.Regions() {
				l.collect(s, inner)
			}
		}
		if found {
			s.blocks = append(s.blocks,
				newBlockPlan(block, queues.Of(block, "gpu", l.devices), l.graphs, func(op *ir.Op) lane {
					return l.laneOf(s, op)
				}))
		}
	}
}

// isDevice reports whether an operation is lowered here.
func isDevice(op *ir.Op) bool {
	for _, def := range []*ir.OpDef{gpu.Alloc, gpu.Dealloc, gpu.Memcpy, gpu.Memset, gpu.LaunchFunc,
		gpu.Wait} {
		if op.Is(def) {
			return true
		}
	}
	return false
}

// ends returns the operations at which a scope ends.
func (s *scope) ends() []*ir.Op {
	var list []*ir.Op
	for _, b := range s.region.Blocks() {
		if t := b.Last(); t != nil && len(b.Successors()) == 0 {
			list = append(list, t)
		}
	}
	return list
}
