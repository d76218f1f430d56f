package asynctollvm

import (
	"maps"

	"github.com/inflight-compiler/inflight/dialect/coro"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
)

// apart returns the pass in parts, unless functions share more than names: layouts of frames, and the texts of Inflight's runtime.
func apart(r *pass.Run) *pass.Parts {
	if r.String("runtime") == "inflight" {
		return nil
	}
	for op := range r.Op.Body().Ops() {
		if op.Is(coro.Layout) {
			return nil
		}
	}
	l := newLowering(r.Op, false)
	return &pass.Parts{
		Begin: func(a *ir.Arena) func(*pass.Unit) error {
			w := l.fork()
			w.Arena = a
			return func(u *pass.Unit) error { return w.lowerApart(u) }
		},
		End: func(units []*pass.Unit) error {
			for _, u := range units {
				need := u.Rest.(needed)
				maps.Copy(l.used, need.used)
				l.lowered = l.lowered || need.lowered
			}
			l.lookUp()
			l.declareAll()
			return nil
		},
	}
}

// needed is what the module has to have for one function.
type needed struct {
	used    map[string]bool
	lowered bool
}

// lowerApart lowers one function, and gives everything in it its new types.
func (l *lowering) lowerApart(u *pass.Unit) error {
	l.used, l.lowered, l.errs = map[string]bool{}, false, nil
	l.unit(u.Op)
	if l.errs.HasErrors() {
		return l.errs.Err()
	}
	l.retypeOp(u.Op)
	u.Rest = needed{l.used, l.lowered}
	return nil
}
