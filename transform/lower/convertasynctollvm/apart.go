package convertasynctollvm

import (
	"sync"

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
	var mu sync.Mutex
	var workers []*lowering
	return &pass.Parts{
		Begin: func(a *ir.Arena) func(*pass.Unit) error {
			w := l.fork()
			w.Arena = a
			mu.Lock()
			workers = append(workers, w)
			mu.Unlock()
			return w.lowerApart
		},
		End: func([]*pass.Unit) error {
			for _, w := range workers {
				l.join(w)
			}
			l.lookUp()
			l.declareAll()
			return nil
		},
	}
}

// lowerApart lowers one function, and gives everything in it its new types.
func (l *lowering) lowerApart(u *pass.Unit) error {
	l.errs, l.retyped = nil, false
	l.unit(u.Op)
	if l.errs.HasErrors() {
		return l.errs.Err()
	}
	l.retypeOp(u.Op)
	u.Same = len(l.list) == 0 && !l.retyped
	return nil
}
