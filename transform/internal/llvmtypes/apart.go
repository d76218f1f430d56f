package llvmtypes

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
)

// Apart is Convert in parts, for the manager to run with other passes on one function after the other. Begin returns what one goroutine
// lowers functions with.
type Apart struct {
	Types *Types
	Begin func(a *ir.Arena) Lowering
	// End, which may be nil, gets what Before returned for the functions, in their order, and reports how many operations were lowered
	// besides and what is wrong.
	End func(prepared []Prepared) (int, error)
}

// Lowering is what one goroutine lowers functions with.
type Lowering struct {
	Patterns []Pattern
	// Before, which may be nil, prepares a function: it returns what End has to know, nil for nothing.
	Before func(u *pass.Unit) (prepared any, err error)
	// Behind, which may be nil, looks at what has become of a function.
	Behind func(op *ir.Op) error
}

// Prepared is a function with what Before returned for it.
type Prepared struct {
	*pass.Unit
	Value any
}

// Same returns the begin of a lowering whose patterns share nothing that changes.
func Same(patterns []Pattern) func(*ir.Arena) Lowering {
	return func(*ir.Arena) Lowering { return Lowering{Patterns: patterns} }
}

// lowered is what became of a function, for the end of the pass.
type lowered struct {
	result
	prepared any
}

// Parts returns the parts of the pass.
func (a Apart) Parts(r *pass.Run) *pass.Parts {
	return &pass.Parts{Begin: a.begin, End: func(units []*pass.Unit) error { return a.end(r, units) }}
}

func (a Apart) begin(arena *ir.Arena) func(*pass.Unit) error {
	l := a.Begin(arena)
	c := newConversion(a.Types, newTable(l.Patterns), true, arena)
	var room []lowered
	return func(u *pass.Unit) (err error) {
		if u.Op.NumRegions() == 0 { // left to the end
			u.Same = true
			return nil
		}
		if len(room) == 0 {
			room = make([]lowered, 16)
		}
		done := &room[0]
		room = room[1:]
		if l.Before != nil {
			if done.prepared, err = l.Before(u); err != nil {
				return err
			}
		}
		done.result = c.function(u.Op)
		u.Rest, u.Replaced, u.Made = done, done.replaced, done.made
		u.Same = !done.tried && done.prepared == nil
		if l.Behind != nil {
			return l.Behind(u.Op)
		}
		return nil
	}
}

// end lowers what is no function, and declares what was called.
func (a Apart) end(r *pass.Run, units []*pass.Unit) error {
	n := 0
	if a.End != nil {
		var prepared []Prepared
		for _, u := range units {
			if done, ok := u.Rest.(*lowered); ok && done.prepared != nil {
				prepared = append(prepared, Prepared{u, done.prepared})
			}
		}
		var err error
		if n, err = a.End(prepared); err != nil {
			return err
		}
	}
	arena := &ir.Arena{}
	around := newConversion(a.Types, newTable(a.Begin(arena).Patterns), true, arena)
	around.top = r.Op
	for _, u := range units {
		if u.Op.NumRegions() == 0 && around.byRoot.of(u.Op.Def()) != nil {
			around.convert(u.Op)
		}
	}
	n += len(around.replaced)
	symbols := NewTables(r.Op, r.Symbols())
	symbols.declare(around.declared, r.Op)
	for _, u := range units {
		if done, ok := u.Rest.(*lowered); ok {
			n += done.lowered
			symbols.declare(done.declared, r.Op)
		}
	}
	around.finish()
	r.Count("operations lowered", n)
	return symbols.Err()
}
