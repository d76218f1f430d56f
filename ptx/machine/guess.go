package machine

import (
	"fmt"
	"maps"
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ptx"
)

// This file finds loads whose value is a guess: it goes into what a cas on the same place compares, and into
// what that cas stores then, and nowhere else. If memory holds another value, the cas stores nothing. So such
// a load may be weak, and race with atomic operations, without any harm.
//
// Along each path from the load it is known what registers hold. Where paths part on whether the cas found
// the value, the guess is right on the one side, and may be used there for everything.

// hold is what a register holds.
type hold uint8

const (
	holdsGuess   hold = 1 + iota // the value that was loaded
	holdsDerived                 // a value that is computed of it
	holdsPlace                   // the base of the address that it was loaded from
	holdsFound                   // what a cas found that compared with the guess
	holdsRight                   // whether the two are equal
	holdsWrong                   // whether they differ
	holdsOlder                   // the value, or what was computed of it, of the load before this one
)

// needsGuess reports whether a register holds what must not be used before the guess is confirmed.
func (h hold) needsGuess() bool { return h == holdsGuess || h == holdsDerived || h == holdsOlder }

// holds is what the registers hold before an operation; others have nothing to do with the guess.
type holds map[int32]hold

// maxGuessed is how many states of paths are looked at before a value counts as used.
const maxGuessed = 1 << 13

// guess follows the value that one operation loads.
type guess struct {
	k        *Kernel
	from     int
	seen     map[string]bool
	work     []guessed
	compared bool // a cas compares with it
}

// guessed is a state of a path.
type guessed struct {
	op    int
	holds holds
}

// isGuess reports whether one of two accesses that conflict is a load whose value is a guess, and the other
// one an atomic operation.
func (g *launch) isGuess(old, a *access) bool {
	load, update := old, a
	if a.kind&writes == 0 {
		load, update = a, old
	}
	if load.kind&(writes|strong) != 0 || update.kind&(strong|updates) != strong|updates ||
		load.group >= 0 || update.group >= 0 {
		return false
	}
	confirmed, known := g.confirmed[load.site]
	if !known {
		confirmed = g.k.confirms(int(load.site))
		g.confirmed[load.site] = confirmed
	}
	return confirmed
}

// confirms reports whether a cas confirms every use of the value that an operation loads.
func (k *Kernel) confirms(n int) bool {
	in := k.sites[n]
	if in.Opcode != "ld" || len(k.touched[n].written) != 1 || k.touched[n].at == nil {
		return false
	}
	f := &guess{k: k, from: n, seen: map[string]bool{}, work: []guessed{{n, holds{}}}}
	for len(f.work) > 0 {
		next := f.work[len(f.work)-1]
		f.work = f.work[:len(f.work)-1]
		if len(f.seen) > maxGuessed || !f.visit(next.op, next.holds) {
			return false
		}
	}
	return f.compared
}

// goTo goes on with an operation, unless no register has to do with a guess there.
func (f *guess) goTo(n int, h holds) {
	matters := false
	for _, x := range h {
		matters = matters || x != holdsPlace
	}
	if key := fmt.Sprint(n, h); matters && n < len(f.k.ops) && !f.seen[key] {
		f.seen[key] = true
		f.work = append(f.work, guessed{n, h})
	}
}

// visit follows what registers hold through an operation; false if that uses the guess.
func (f *guess) visit(n int, h holds) bool {
	o, does := &f.k.ops[n], &f.k.touched[n]
	if o.guard >= 0 && h[o.guard].needsGuess() {
		return false
	}
	if o.flow == branch {
		f.branch(n, h)
		return true
	}
	for _, r := range does.bases {
		if h[r].needsGuess() {
			return false
		}
	}
	made, ok := f.makes(n, h)
	if !ok {
		return false
	}
	after := maps.Clone(h)
	for _, r := range does.written {
		after.set(r, made, o.guard >= 0)
	}
	if n == f.from {
		after = f.begin(after)
	}
	for _, s := range successors(f.k.ops, n) {
		f.goTo(s, after)
	}
	return true
}

// set says what a register holds behind an operation that writes it, or may.
func (h holds) set(r int32, made hold, maybe bool) {
	if maybe {
		old := h[r]
		made = join(old, made)
	}
	if made == 0 {
		delete(h, r)
		return
	}
	h[r] = made
}

// join is what a register holds that holds one of two things.
func join(a, b hold) hold {
	unsafe := func(x hold) bool { return x.needsGuess() || x == holdsRight || x == holdsWrong }
	switch {
	case a == b:
		return a
	case a == holdsOlder || b == holdsOlder:
		return holdsOlder
	case unsafe(a) || unsafe(b):
		return holdsDerived
	}
	return 0
}

// begin is what registers hold behind the load: what they held of an earlier one is no longer the guess.
func (f *guess) begin(h holds) holds {
	does, now := &f.k.touched[f.from], holds{}
	for r, x := range h {
		if x.needsGuess() || x == holdsRight || x == holdsWrong {
			now[r] = holdsOlder
		}
	}
	now[does.at.base] = holdsPlace
	now.set(does.written[0], holdsGuess, f.k.ops[f.from].guard >= 0 && now[does.written[0]] != 0)
	return now
}

// branch follows both sides of a branch. Where the guess is right, nothing is left to be confirmed.
func (f *guess) branch(n int, h holds) {
	o := &f.k.ops[n]
	if o.guard < 0 {
		f.goTo(int(o.target), h)
		return
	}
	right := holdsRight
	if o.negated {
		right = holdsWrong
	}
	decides := h[o.guard] == holdsRight || h[o.guard] == holdsWrong
	known := maps.Clone(h)
	maps.DeleteFunc(known, func(_ int32, x hold) bool { return x != holdsOlder })
	sides := map[bool]holds{false: h, true: known}
	f.goTo(int(o.target), sides[decides && h[o.guard] == right])
	f.goTo(n+1, sides[decides && h[o.guard] != right])
}

// makes returns what an operation makes of what registers hold; false if it uses the guess.
func (f *guess) makes(n int, h holds) (hold, bool) {
	in, sources := f.k.sites[n], f.k.touched[n].values
	if f.k.touched[n].swap != nil {
		return f.swap(n, h)
	}
	if len(sources) == 1 && in.Opcode == "mov" && !isVector(in) {
		return h[sources[0]], true
	}
	if len(sources) == 2 && in.Opcode == "setp" && len(f.k.touched[n].written) == 1 &&
		len(in.Modifiers) == 2 {
		a, b := h[sources[0]], h[sources[1]]
		if min(a, b) == holdsGuess && max(a, b) == holdsFound {
			switch in.Modifiers[0] {
			case "eq":
				return holdsRight, true
			case "ne":
				return holdsWrong, true
			}
		}
	}
	if !slices.ContainsFunc(sources, func(r int32) bool { return h[r].needsGuess() }) {
		return 0, true
	}
	if slices.ContainsFunc(sources, func(r int32) bool { return h[r] == holdsOlder }) {
		return holdsOlder, computers[in.Opcode]
	}
	return holdsDerived, computers[in.Opcode]
}

// isVector reports whether an instruction takes a register apart, or puts it together.
func isVector(in *ptx.Instruction) bool {
	return slices.ContainsFunc(in.Operands, func(o ptx.Operand) bool {
		_, vector := o.(*ptx.Vector)
		return vector
	})
}

// swap is makes for a cas.
func (f *guess) swap(n int, h holds) (hold, bool) {
	does, load := &f.k.touched[n], &f.k.touched[f.from]
	compared, stored := h[does.swap[0]], h[does.swap[1]]
	if !compared.needsGuess() && !stored.needsGuess() {
		return 0, true
	}
	if compared != holdsGuess || h[does.at.base] != holdsPlace || does.at.offset != load.at.offset ||
		does.at.space != load.at.space || typeOf(f.k.sites[n]).Bits() != typeOf(f.k.sites[f.from]).Bits() {
		return 0, false
	}
	f.compared = true
	return holdsFound, true
}

// remarkGuess says that a load races where a cas confirms every use of its value.
func (f *findings) remarkGuess(t *thread, m *memory, at uint64, old, a *access) {
	load, update := old, a
	if a.kind&writes == 0 {
		load, update = a, old
	}
	g := t.b.g
	if !f.isNew(codeGuess, load.site, load.site) {
		return
	}
	f.list.Add(diag.Remarkf(codeGuess, g.place(load.site),
		"%s loads byte %d of %s, which %s updates, and nothing orders the two; a cas confirms every use of "+
			"the value", g.nameOf(t, load), at, m.name, g.nameOf(t, update)).
		Note(g.place(update.site), "there").
		Suggest("load with ld.relaxed, in CUDA through a volatile pointer: formally this is a race"))
}
