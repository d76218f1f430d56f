package judge

import (
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/frontend/hlo"
)

// hazardKey names a hazard: each is told once.
type hazardKey struct {
	code  diag.Code
	a, b  *hlo.Instruction
	write [2]bool
}

// mostFindings is how many hazards are told of one module.
const mostFindings = 1000

// isNew reports whether a hazard is told now.
func (w *walk) isNew(k hazardKey) bool {
	if w.seen[k] {
		return false
	}
	w.seen[k] = true
	w.report.Hazards++
	return w.report.Hazards <= mostFindings
}

// hazard reports an access of an instruction that meets one of an operation in flight.
func (w *walk) hazard(s *site, p part, write bool, a *access) {
	o := a.by
	w.blamed[s.in] = true
	if a.write {
		w.blamed[o.start.in] = true
	}
	if !w.isNew(hazardKey{codeRace, s.in, o.start.in, [2]bool{write, a.write}}) {
		return
	}
	w.operationOf(o.start.in).Hazards++
	if s.in != o.start.in && s.in.IsStart() {
		w.operationOf(s.in).Hazards++
	}
	start, done := o.start.in, doneOf(o.start.in)
	until := ""
	if done != nil {
		until = diag.Sprintf(" until %s", done)
	}
	var d *diag.Diagnostic
	switch {
	case !write:
		d = diag.Errorf(codeRace, s.in.Span(), "%s reads %s while %s, in flight%s, may still write it (RAW)",
			s.in, w.name(p), start, until)
	case a.write:
		d = diag.Errorf(codeRace, s.in.Span(), "%s writes %s where %s, in flight%s, may write %s (WAW)",
			s.in, w.result(s.in, p), start, until, w.name(a.of))
	default:
		d = diag.Errorf(codeRace, s.in.Span(), "%s writes %s where %s, in flight%s, may still read %s (WAR)",
			s.in, w.result(s.in, p), start, until, w.name(a.of))
	}
	d.Note(start.Span(), "%s begins here", start)
	if done != nil {
		d.Note(done.Span(), "and has ended behind this")
	}
	w.explainMemory(d, p, a.of)
	w.explainPath(d, s, o.start)
	w.mend(d, s.in, write, a, done)
	w.report.Findings.Add(d)
}

// doneOf returns the done of a start, nil if it has none.
func doneOf(start *hlo.Instruction) *hlo.Instruction {
	if all := start.Dones(); len(all) > 0 {
		return all[0]
	}
	return nil
}

// name returns the name of a part, for people.
func (w *walk) name(p part) string {
	in := w.x.owner[p]
	if i := w.x.index(p); len(i) > 0 {
		return diag.Sprintf("%s%s", in, index(i))
	}
	return in.String()
}

// result is name for what an instruction writes.
func (w *walk) result(in *hlo.Instruction, p part) string {
	if w.x.owner[p] == in {
		return "its result"
	}
	return w.name(p)
}

// explainMemory says why two parts share memory.
func (w *walk) explainMemory(d *diag.Diagnostic, p, q part) {
	a, b := w.places.value(p), w.places.value(q)
	switch {
	case a != nil && b != nil && a != b:
		d.Note(a.Span, "%s has bytes %d to %d of allocation %d", w.name(p), a.Offset, a.Offset+a.Size,
			a.Allocation.Number)
		d.Note(b.Span, "%s has bytes %d to %d of it", w.name(q), b.Offset, b.Offset+b.Size)
	case w.x.data[p] != w.x.data[q]:
		w.explainSharing(d, p, q)
	}
}

// explainSharing says which instructions make two parts share memory that no assignment gives them.
func (w *walk) explainSharing(d *diag.Diagnostic, p, q part) {
	in := w.x.owner[w.x.data[p]]
	for _, a := range in.InPlace() {
		if int(a.Operand) < len(in.Operands) && a.Operand >= 0 {
			d.Note(in.Span(), "%s works in place: it overwrites %s", in, in.Operands[a.Operand])
			return
		}
	}
	for _, at := range []part{p, q} {
		c := w.x.owner[at].Parent
		for _, caller := range c.Callers {
			if caller.Opcode == "while" || caller.Opcode == "conditional" {
				d.Note(caller.Span(), "%s and %s are carried by %s in the same memory", w.name(p), w.name(q),
					caller)
				return
			}
		}
	}
	d.Note(in.Span(), "%s and %s share memory", w.name(p), w.name(q))
}

// explainPath says which calls lead to two instructions, and where in the source they come from.
func (w *walk) explainPath(d *diag.Diagnostic, sites ...*site) {
	for i, s := range sites {
		if i > 0 && s.caller == sites[0].caller {
			continue
		}
		for c := s.caller; c != nil; c = c.caller {
			d.Note(c.in.Span(), "%s is executed in %s, which %s calls", s.in, s.in.Parent.Name, c.in)
			s = c
		}
	}
	for _, s := range sites {
		if place := s.in.Metadata().Place(); place.Filename != "" {
			d.Note(w.source(place), "the source of %s", s.in)
		}
	}
}

// source returns the place in a source file, which is quoted if the file is there.
func (w *walk) source(place diag.Place) diag.Span {
	if w.report.open != nil {
		if f, ok := w.report.sources[place.Filename]; ok || len(w.report.sources) < 100 {
			if !ok {
				f = w.report.open(place.Filename)
				w.report.sources[place.Filename] = f
			}
			if f != nil {
				return f.At(place.Line, place.Col)
			}
		}
	}
	return place.Span()
}

// mend suggests what to do about a race.
func (w *walk) mend(d *diag.Diagnostic, in *hlo.Instruction, write bool, a *access, done *hlo.Instruction) {
	if done == nil {
		d.Suggest("wait for %s in front of %s", a.by.start.in, in)
		return
	}
	if done == in {
		d.Suggest("give %s and %s buffers that do not overlap", w.name(a.of), in)
		return
	}
	first := diag.Sprintf("put %s in front of %s", done, in)
	if done.Parent == in.Parent {
		first += diag.Sprintf(": control-predecessors={%s} keeps it there", done)
	}
	switch {
	case !write:
		d.Suggest("%s", first)
	case w.places.values != nil:
		d.Suggest("%s; or give %s another buffer", first, in)
	case !a.write:
		d.Suggest("%s; or let %s read a copy of %s", first, a.by.start.in, w.name(a.of))
	default:
		d.Suggest("%s; or let %s write another buffer", first, in)
	}
}

// ownOverlap reports an operation that writes where it reads, if it does not work in place.
func (w *walk) ownOverlap(o *operation, reads, writes []part) {
	if len(reads)*len(writes) > 1<<16 {
		return
	}
	in := o.start.in
	for _, r := range reads {
		for _, p := range writes {
			a, b := w.places.of(r), w.places.of(p)
			if !a.overlaps(b) || a == b && mayShare(in) {
				continue
			}
			if w.isNew(hazardKey{codeRace, in, in, [2]bool{false, true}}) {
				w.operationOf(in).Hazards++
				d := diag.Errorf(codeRace, in.Span(), "%s writes %s where it reads %s, in any order (WAR)",
					in,
					w.result(in, p), w.name(r))
				w.explainMemory(d, r, p)
				w.explainPath(d, o.start)
				w.report.Findings.Add(d.Suggest("give %s a buffer that does not overlap its operand", in))
			}
		}
	}
}

// mayShare reports whether an operation may have its result where its operand is: reductions and what runs in
// computations of its own may.
func mayShare(in *hlo.Instruction) bool {
	return in.IsGeneric() || len(in.InPlace()) > 0
}

// overwritten reports a value that is read after something else was written to its memory.
func (w *walk) overwritten(s *site, p part, e event) {
	if !w.isNew(hazardKey{codeOverwritten, s.in, e.at.in, [2]bool{}}) {
		return
	}
	format := "%s uses %s, which %s has overwritten"
	var d *diag.Diagnostic
	if w.places.values != nil {
		d = diag.Errorf(codeOverwritten, s.in.Span(), format, s.in, w.name(p), e.at.in)
	} else {
		w.report.Hazards--
		w.report.Warnings++
		d = diag.Warningf(codeOverwritten, s.in.Span(), format+" if it works in place", s.in, w.name(p),
			e.at.in)
	}
	d.Note(e.at.in.Span(), "%s writes there", e.at.in)
	w.explainMemory(d, e.of, p)
	w.explainPath(d, s, e.at)
	if w.places.values != nil {
		d.Suggest("give %s and %s buffers that do not overlap", w.name(e.of), w.name(p))
	} else {
		d.Suggest("put %s in front of %s, or let %s overwrite a copy", s.in, e.at.in, e.at.in)
	}
	w.report.Findings.Add(d)
}

func index(i []int64) string {
	text := diag.Sprintf("%v", i)
	return "{" + string(slices.Concat([]byte(text[1:len(text)-1]))) + "}"
}
