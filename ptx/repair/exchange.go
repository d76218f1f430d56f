package repair

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ptx"
	"github.com/inflight-compiler/inflight/ptx/judge"
)

// This file finds changes to instructions that are there: who executes them, what they count, which barrier
// object they are about, how they order memory, and where they stand. Such a change is tried where nothing
// that can be added helps, and kept only if the kernel computes the same.

// reading is a kernel and what is wrong with it.
type reading struct {
	r    *judge.Report
	file *diag.File
	code []*ptx.Instruction // of the kernel, in the order of the text
	// labels are those of the kernel.
	labels []*ptx.Label
	// about are the instructions that errors are about, with those of their notes.
	about []*ptx.Instruction
}

// exchange returns changes of instructions that are there.
func exchange(r *judge.Report) []change {
	x := &reading{r: r, file: fileOf(r)}
	x.read(r.Kernel.Function.Body)
	for _, d := range r.AllDiagnostics() {
		if d.Severity != diag.Error {
			continue
		}
		spans := []diag.Span{d.Span}
		for _, n := range d.Notes {
			spans = append(spans, n.Span)
		}
		for _, s := range spans {
			if in := x.at(s); in != nil && !slices.Contains(x.about, in) {
				x.about = append(x.about, in)
			}
		}
	}
	return slices.Concat(x.barriers(), x.flagBarriers(), x.guards(), x.orders(), x.arrivals(), x.objects(),
		x.places(),
		x.phases())
}

func (x *reading) read(b *ptx.Block) {
	for _, item := range b.Items {
		switch y := item.(type) {
		case *ptx.Instruction:
			x.code = append(x.code, y)
		case *ptx.Label:
			x.labels = append(x.labels, y)
		case *ptx.Block:
			x.read(y)
		}
	}
}

func (x *reading) at(s diag.Span) *ptx.Instruction {
	i := slices.IndexFunc(x.code, func(in *ptx.Instruction) bool { return in.Span == s })
	if i < 0 {
		return nil
	}
	return x.code[i]
}

// replacement returns the change that puts a text in the place of an operand or an instruction.
func replacement(s diag.Span, text, why string) change {
	return change{edit: edit{int(s.Start), int(s.End), text}, why: fmt.Sprintf("%s: %s", s, why),
		replaces: true}
}

// barriers returns changes of barriers: one that only some threads come to loses its guard, and what a thread
// does for others at a barrier object comes behind a barrier of the warp, or of several warps with a number
// that no other barrier has.
func (x *reading) barriers() []change {
	var all []change
	for _, in := range x.about {
		if in.Guard != nil && (in.Opcode == "bar" || in.Opcode == "barrier") && x.r.Kernel.Converges(in) {
			c := replacement(diag.Span{File: in.Span.File, Start: in.Guard.Span.Start, End: in.Span.Start},
				"",
				"not all threads come to the barrier")
			all = append(all, c)
		}
	}
	free, known := x.freeBarrier(), x.r.Kernel.Function.Limit("reqntid") != nil || x.r.IsGiven()
	for _, in := range x.code {
		if in.Opcode != "mbarrier" || !strings.HasPrefix(in.Modifiers[0], "arrive") ||
			!x.mayMeetInWarp(in) {
			continue
		}
		why := fmt.Sprintf("%s: a barrier is missing in front of what one thread does for all", in.Span)
		all = append(all, change{edit: before(x.file, in, warpBarrier), why: why})
		for n := 2 * warpSize; known && free > 0 && n < x.r.Config.Block.Count() &&
			n <= 8*warpSize; n += warpSize {
			all = append(all, change{edit: before(x.file, in, fmt.Sprintf("bar.sync %d, %d", free, n)),
				why: why})
		}
	}
	return all
}

// mayMeetInWarp reports whether a barrier of a warp may stand in front of an instruction: all lanes come
// there in every launch, or the launch is given, and shows whether they do.
func (x *reading) mayMeetInWarp(in *ptx.Instruction) bool {
	return comesInWarp(x.r, in) || x.r.IsGiven() && hasRows(x.r)
}

// flagBarriers returns the barriers between what all threads of a block do and the flag that one of them sets
// for another block, and between the flag that one asks and what all do then.
func (x *reading) flagBarriers() []change {
	if !slices.ContainsFunc(x.r.Findings, func(d *diag.Diagnostic) bool { return d.Code == "ptx-race" }) {
		return nil
	}
	const near = 16 // instructions that are looked at
	var all []change
	seen := map[*ptx.Instruction]bool{}
	add := func(places []*ptx.Instruction, flag *ptx.Instruction) {
		i := slices.IndexFunc(places, x.r.Kernel.Converges)
		if i < 0 || seen[places[i]] {
			return
		}
		seen[places[i]] = true
		all = append(all, change{edit: before(x.file, places[i], barrier),
			why: fmt.Sprintf("%s: a barrier is missing beside the flag of line %d", places[i].Span,
				flag.Span.Place().Line)})
	}
	for i, in := range x.code {
		if !isStrong(in) {
			continue
		}
		ahead := slices.Clone(x.code[max(0, i-near) : i+1])
		slices.Reverse(ahead)
		if x.mayMeetInWarp(in) {
			all = append(all, change{edit: before(x.file, in, warpBarrier),
				why: fmt.Sprintf("%s: a barrier of the warp is missing in front of the flag", in.Span)})
		}
		add(ahead, in)
		add(x.code[i+1:min(len(x.code), i+1+near)], in)
	}
	return all
}

// isStrong reports whether an instruction is an access that meets others.
func isStrong(in *ptx.Instruction) bool {
	return in.Opcode == "atom" || in.Opcode == "red" || (in.Opcode == "ld" || in.Opcode == "st") &&
		slices.ContainsFunc(in.Modifiers, func(m string) bool {
			return m != "weak" && slices.Contains(qualifiers, m)
		})
}

// freeBarrier returns the number of a barrier that the kernel does not use, 0 if that is not known.
func (x *reading) freeBarrier() int {
	used := map[uint64]bool{0: true}
	for _, in := range x.code {
		if in.Opcode == "call" {
			return 0
		}
		if in.Opcode != "bar" && in.Opcode != "barrier" || in.Has("warp") || in.Has("cluster") {
			continue
		}
		for _, o := range in.Operands {
			n, isNumber := o.(*ptx.Immediate)
			if !isNumber {
				return 0
			}
			used[n.Bits] = true
			break
		}
	}
	for n := range uint64(16) {
		if !used[n] {
			return int(n)
		}
	}
	return 0
}

// guards returns changes of who executes an instruction: what several threads do at once is done by the
// thread, or under the condition, that a predicate of the kernel names.
func (x *reading) guards() []change {
	var all []change
	for _, in := range x.about {
		if in.Opcode != "mbarrier" && in.Opcode != "cp" || in.Has("try_wait") || in.Has("test_wait") {
			continue
		}
		for _, p := range x.predicates() {
			if in.Guard != nil && in.Guard.Name == p {
				continue
			}
			why := fmt.Sprintf("%s: only the thread of %s is to do this", in.Span, p)
			c := change{edit: guarded(in, p), why: why, replaces: true}
			all = append(all, c)
			for _, other := range x.code {
				same := in.Guard != nil && other.Guard != nil && other.Guard.Name == in.Guard.Name
				if other != in && same && (other.Opcode == "mbarrier" || other.Opcode == "cp") {
					c.more = append(c.more, guarded(other, p))
				}
			}
			if len(c.more) > 0 {
				all = append(all, c)
			}
		}
	}
	return all
}

// guarded returns the edit that makes a predicate the guard of an instruction.
func guarded(in *ptx.Instruction, predicate string) edit {
	return edit{begins(in), int(in.Span.Start), "@" + predicate + " "}
}

// predicates are the registers that say whether a number is one value, and are written once.
func (x *reading) predicates() []string {
	written := map[string]int{}
	var all []string
	for _, in := range x.code {
		name, isName := firstName(in)
		if !isName {
			continue
		}
		written[name]++
		if in.Opcode == "setp" && in.Has("eq") && in.Guard == nil {
			all = append(all, name)
		}
	}
	return slices.DeleteFunc(all, func(p string) bool { return written[p] > 1 })
}

// arrivals returns changes of what barrier objects expect: arrivals, and bytes.
func (x *reading) arrivals() []change {
	var all []change
	var inits []*ptx.Instruction
	var sizes []string
	for _, in := range x.code {
		if in.Opcode == "cp" && in.Has("bulk") && len(in.Operands) > 2 {
			if n, isNumber := in.Operands[2].(*ptx.Immediate); isNumber {
				sizes = append(sizes, strconv.FormatUint(n.Bits, 10))
			}
		}
		if in.Opcode == "mbarrier" && in.Has("init") {
			inits = append(inits, in)
		}
	}
	for _, in := range x.code {
		if in.Opcode != "mbarrier" || !in.Has("expect_tx") {
			continue
		}
		if in.Modifiers[0] == "expect_tx" {
			at := in.Operands[0].Place()
			all = append(all, replacement(diag.Span{File: at.File, Start: in.Span.Start, End: at.Start},
				"mbarrier.arrive.expect_tx.shared.b64 _, ", "nobody arrives for the bytes"))
		}
		last := in.Operands[len(in.Operands)-1]
		n, isNumber := last.(*ptx.Immediate)
		for _, size := range sizes {
			if isNumber && strconv.FormatUint(n.Bits, 10) != size {
				all = append(all, replacement(last.Place(), size, "as many bytes are copied"))
			}
		}
	}
	return append(all, x.counts(inits)...)
}

// counts returns changes of how many arrivals barrier objects expect, of one object or of some that are
// initialized one behind the other: one, or those of whole warps.
func (x *reading) counts(inits []*ptx.Instruction) []change {
	if !slices.ContainsFunc(x.about, func(in *ptx.Instruction) bool { return in.Opcode == "mbarrier" }) {
		return nil
	}
	var all []change
	counts := []int{1}
	for n := warpSize; n <= x.r.Config.Block.Count() && n <= 8*warpSize; n += warpSize {
		counts = append(counts, n)
	}
	for size := 1; size <= min(len(inits), 4); size++ {
		for first := 0; first+size <= len(inits); first++ {
			for _, n := range counts {
				c := change{replaces: true, why: fmt.Sprintf("%s: as many arrive: %d", inits[first].Span, n)}
				for i, in := range inits[first : first+size] {
					at := in.Operands[1].Place()
					e := edit{int(at.Start), int(at.End), strconv.Itoa(n)}
					if i == 0 {
						c.edit = e
					} else {
						c.more = append(c.more, e)
					}
				}
				all = append(all, c)
			}
		}
	}
	return all
}

// objects returns changes of which barrier object a wait is for, of those that others use.
func (x *reading) objects() []change {
	var all []change
	var texts []string
	for _, in := range x.code {
		if o := objectOf(in); o != nil && !slices.Contains(texts, x.text(o.Place())) {
			texts = append(texts, x.text(o.Place()))
		}
	}
	for _, in := range x.about {
		if in.Opcode != "mbarrier" || !in.Has("try_wait") && !in.Has("test_wait") {
			continue
		}
		o := objectOf(in)
		for _, text := range texts {
			if o != nil && x.text(o.Place()) != text {
				all = append(all, replacement(o.Place(), text, "the wait is for another barrier object"))
			}
		}
	}
	return all
}

func (x *reading) text(s diag.Span) string { return string(x.file.Content[s.Start:s.End]) }

// objectOf returns the operand that names the barrier object of an instruction, nil if it has none.
func objectOf(in *ptx.Instruction) ptx.Operand {
	var found ptx.Operand
	for _, o := range in.Operands {
		if _, isAddress := o.(*ptx.Address); isAddress {
			found = o
			if in.Opcode == "mbarrier" {
				return found
			}
		}
	}
	if in.Opcode == "mbarrier" || in.Opcode == "cp" && in.Has("mbarrier::complete_tx::bytes") {
		return found
	}
	return nil
}

// places returns changes of where reads and waits stand: a read moves behind the next wait for a barrier
// object, and where there is none a copy gets a wait for the first phase.
func (x *reading) places() []change {
	var all []change
	for _, in := range x.about {
		if in.Opcode == "ld" {
			if c, ok := x.moved(in); ok {
				all = append(all, c)
			}
		}
	}
	for _, copied := range x.about {
		if copied.Opcode != "cp" || objectOf(copied) == nil {
			continue
		}
		for _, in := range x.about {
			if in == copied || in.Opcode == "mbarrier" {
				continue
			}
			text := fmt.Sprintf(
				"{ .reg .pred %%arrived; AWAIT: mbarrier.try_wait.parity.shared.b64 %%arrived, %s, 0; "+
					"@!%%arrived bra AWAIT; }", x.text(objectOf(copied).Place()))
			e := before(x.file, in, text)
			e.text = strings.Replace(e.text, "};", "}", 1)
			all = append(all, change{edit: e,
				why: fmt.Sprintf("%s: nothing waits for the copy of line %d", in.Span,
					copied.Span.Place().Line)})
		}
	}
	return all
}

// moved returns the change that moves a load behind the loop of the next wait, if nothing in between reads or
// writes its registers.
func (x *reading) moved(in *ptx.Instruction) (change, bool) {
	first := slices.Index(x.code, in)
	var own []string
	for _, o := range in.Operands {
		own = append(own, namesIn(o)...)
	}
	waits := false
	for _, next := range x.code[first+1:] {
		if next.Opcode == "bra" && waits && x.isOneWay(in, next) {
			text := x.text(diag.Span{File: in.Span.File, Start: int32(begins(in)), End: in.Span.End})
			return change{edit: removal(x.file, in), more: []edit{behind(x.file, next, text)},
				why: fmt.Sprintf("%s: the load comes before the wait", in.Span)}, true
		}
		waits = waits || next.Has("try_wait") || next.Has("test_wait")
		for _, o := range next.Operands {
			if slices.ContainsFunc(namesIn(o), func(name string) bool { return slices.Contains(own, name) }) {
				return change{}, false
			}
		}
		if slices.Contains([]string{"bra", "bar", "ret", "st", "atom", "red", "cp", "call"}, next.Opcode) {
			return change{}, false
		}
	}
	return change{}, false
}

// isOneWay reports whether nothing from elsewhere leads between two instructions.
func (x *reading) isOneWay(first, last *ptx.Instruction) bool {
	between := func(s diag.Span) bool { return first.Span.Start < s.Start && s.Start <= last.Span.Start }
	return !slices.ContainsFunc(x.labels, func(l *ptx.Label) bool {
		return between(l.Span) && slices.ContainsFunc(x.code, func(in *ptx.Instruction) bool {
			return !between(in.Span) && slices.ContainsFunc(in.Operands, func(o ptx.Operand) bool {
				name, isName := o.(*ptx.Name)
				return isName && name.Name == l.Name
			})
		})
	})
}

// phases returns changes of counts that do nothing but name slots and phases: a count goes on where it began
// again, and a parity is that of a ring with another number of slots.
func (x *reading) phases() []change {
	var all []change
	begins := map[string][]*ptx.Instruction{}
	var names []string
	for _, in := range x.code {
		name, isName := firstName(in)
		if !isName || len(in.Operands) < 2 {
			continue
		}
		number, isNumber := in.Operands[len(in.Operands)-1].(*ptx.Immediate)
		switch {
		case in.Opcode == "mov" && in.Guard == nil && isNumber:
			if len(begins[name]) == 0 {
				names = append(names, name)
			}
			begins[name] = append(begins[name], in)
		case in.Opcode == "shr" && isNumber && x.r.Kernel.CountsPhases(in):
			for n := range uint64(mostShift) {
				if n != number.Bits {
					all = append(all,
						change{edit: edit{int(number.Span.Start), int(number.Span.End), fmt.Sprint(n)},
							why: fmt.Sprintf("%s: the ring has another number of slots", in.Span)})
				}
			}
		}
	}
	for _, name := range names {
		again := begins[name][1:]
		if len(again) == 0 || slices.ContainsFunc(again, func(in *ptx.Instruction) bool {
			return !x.r.Kernel.CountsPhases(in)
		}) {
			continue
		}
		c := change{edit: removal(x.file, again[0]), why: fmt.Sprintf("%s: the count of phases goes on",
			again[0].Span)}
		for _, in := range again[1:] {
			c.more = append(c.more, removal(x.file, in))
		}
		all = append(all, c)
	}
	return all
}

// mostShift is for rings of fewer slots than two to its power.
const mostShift = 5

// firstName returns the name of the first operand of an instruction, if it is one.
func firstName(in *ptx.Instruction) (string, bool) {
	if len(in.Operands) == 0 {
		return "", false
	}
	name, isName := in.Operands[0].(*ptx.Name)
	if !isName {
		return "", false
	}
	return name.Name, true
}

// namesIn returns the registers and variables of an operand.
func namesIn(o ptx.Operand) []string {
	switch y := o.(type) {
	case *ptx.Name:
		return []string{y.Name}
	case *ptx.Address:
		if strings.HasPrefix(y.Base, "%") {
			return []string{y.Base}
		}
	case *ptx.Vector:
		var all []string
		for _, e := range y.Elements {
			all = append(all, namesIn(e)...)
		}
		return all
	case *ptx.Pair:
		return append(namesIn(y.First), namesIn(y.Second)...)
	}
	return nil
}
