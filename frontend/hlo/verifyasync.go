package hlo

import (
	"slices"

	"github.com/inflight-compiler/inflight/diag"
)

// This file verifies asynchronous operations: users, operands, computations, threads, shapes.

// async verifies a part of an asynchronous operation.
func (v *verifier) async(in *Instruction) {
	phase, base := in.Async()
	ok := true
	if phase != Start {
		ok = v.asyncOperand(in, base) && v.asyncThread(in)
	}
	if phase != Done {
		v.asyncUser(in, base)
	}
	if in.IsGeneric() {
		ok = v.asyncComputation(in, phase) && ok
	}
	if !ok {
		return
	}
	switch {
	case in.IsGeneric():
		v.genericShape(in, phase)
	case phase == Start:
		v.startShape(in)
	case phase == Done:
		v.doneShape(in, base)
		v.sameTransfer(in, base)
	}
}

// sameOperation reports whether the operations of two parts may be the same. async stands for any operation
// that is made asynchronous by async-start.
func sameOperation(a, b string) bool {
	return a == b || a == "async" && !isFirstClass(b) || b == "async" && !isFirstClass(a)
}

func isFirstClass(base string) bool { return firstClass[base] || base == "send" || base == "recv" }

// asyncOperand verifies that the operand of an update or a done is a start or an update of its operation.
func (v *verifier) asyncOperand(in *Instruction, base string) bool {
	o := in.Operands[0]
	phase, operation := o.Async()
	if (phase == Start || phase == Update) && sameOperation(base, operation) {
		return true
	}
	if starts := in.Starts(); o.Opcode == "get-tuple-element" && (len(starts) > 0 || isTransfer(in)) {
		for _, s := range starts {
			if _, other := s.Async(); !sameOperation(base, other) {
				v.errorf(codePair, in.span,
					"%s: '%s' ends another operation than '%s', which the tuple carries", in, in.Opcode,
					s.Opcode).Note(s.span, "the start")
				return false
			}
		}
		return true
	}
	want := base + "-start or " + base + "-update"
	if isFirstClass(base) {
		want = base + "-start"
	}
	if base == "send" || base == "recv" {
		want = base
	}
	v.errorf(codePair, in.span, "%s: the operand of '%s' must be %s, and %s is '%s'", in, in.Opcode, want, o,
		o.Opcode).Note(o.span, "the operand")
	return false
}

// asyncUser verifies that a start or an update has one user, which goes on with its operation.
func (v *verifier) asyncUser(in *Instruction, base string) {
	if (base == "send" || base == "recv") && isAsyncComputation(in.Parent) {
		return // async-done ends the group
	}
	users := in.Users()
	switch {
	case len(users) == 0:
		v.errorf(codePair, in.span, "%s: no done ends this '%s'", in, in.Opcode)
		return
	case len(users) > 1:
		d := v.errorf(codePair, in.span, "%s: a '%s' has one user, its done, and this one has %d", in,
			in.Opcode,
			len(users))
		for _, u := range users[:min(len(users), 4)] {
			d.Note(u.span, "used by %s", u)
		}
		return
	}
	u := users[0]
	phase, operation := u.Async()
	switch {
	case (phase == Update || phase == Done) && sameOperation(base, operation) && u.Operands[0] == in:
	case isTransfer(in) && u.Opcode == "tuple":
	case u.Opcode == "tuple" && len(in.Dones()) > 0:
		v.found = append(v.found, diag.Warningf(codePair, in.span,
			"%s: a tuple carries the operation to its done, which XLA accepts of send and recv only", in).
			Note(u.span, "the tuple"))
	default:
		v.errorf(codePair, in.span, "%s: the user of a '%s' is its done, and %s is '%s'", in, in.Opcode, u,
			u.Opcode).Note(u.span, "the user")
	}
}

// isAsyncComputation reports whether async-start calls a computation.
func isAsyncComputation(c *Computation) bool {
	return slices.ContainsFunc(c.Callers, func(in *Instruction) bool { return in.IsStart() })
}

// asyncComputation verifies the computation of a generic operation, and its thread.
func (v *verifier) asyncComputation(in *Instruction, phase Phase) bool {
	c := in.Computation()
	if c == nil {
		return true // a shorter form
	}
	stated := in.Attribute("async_execution_thread")
	if stated != nil && in.CalledAs("calls") != nil && stated.String() != thread(c) {
		v.errorf(codeThread, stated.value, "%s is on thread \"%s\", and its computation '%s' on \"%s\"", in,
			stated.String(), c.Name, thread(c)).Note(c.span, "the computation")
		return false
	}
	if phase == Start {
		return in.Opcode != "async-start" || in.IsGroup() || v.wrapped(in, c)
	}
	s := in.Start()
	if s == nil {
		return true
	}
	other := s.Computation()
	if other == c {
		return true
	}
	d := v.errorf(codeAsyncCall, in.span, "%s: its computation is '%s'", in, c.Name)
	if other != nil {
		d.Message += diag.Sprintf(", and that of its start '%s'", other.Name)
	}
	d.Note(s.span, "the start")
	return false
}

// asyncThread verifies that an update or a done is on the thread of its start, if it states one.
func (v *verifier) asyncThread(in *Instruction) bool {
	stated, s := in.Attribute("async_execution_thread"), in.Start()
	if stated == nil || s == nil || s == in {
		return true
	}
	if want := s.AsyncThread(); stated != nil && want != "" && want != stated.String() {
		v.errorf(codeThread, stated.value, "%s is on thread \"%s\", and its start on \"%s\"", in,
			stated.String(),
			want).Note(s.span, "the start")
		return false
	}
	return true
}

// wrapped verifies that a computation has parameters and a root only, or sends and receives. A shorter form
// such as fusion-start names what its operation calls, and a group has what it likes.
func (v *verifier) wrapped(in *Instruction, c *Computation) bool {
	transfers := true
	var extra *Instruction
	for _, i := range c.Instructions {
		switch i.Opcode {
		case "send", "recv", "tuple", "get-tuple-element", "after-all", "parameter":
		default:
			transfers = false
		}
		if i != c.Root && i.Opcode != "parameter" && extra == nil {
			extra = i
		}
	}
	if extra == nil || transfers {
		return true
	}
	v.errorf(codeAsyncCall, in.span, "%s: computation '%s' has more than parameters and a root", in, c.Name).
		Note(extra.span, "%s is another instruction", extra).
		Suggest("put the instructions into a computation that the root calls")
	return false
}

// genericShape verifies the shapes of async-start, async-update and async-done, with operands and results
// that are bound later than the start.
func (v *verifier) genericShape(in *Instruction, phase Phase) {
	if in.Shape == nil ||
		slices.ContainsFunc(in.Operands, func(o *Instruction) bool { return o.Shape == nil }) {
		return
	}
	c := in.Computation()
	if phase == Done {
		v.genericDone(in, c)
		return
	}
	s := in.Shape
	if !s.IsTuple || len(s.Tuple) < 2 || !s.Tuple[0].IsTuple {
		v.errorf(codeAsyncShape, in.span, "%s: '%s' has a shape ((operands), result, ...), not %s", in,
			in.Opcode,
			s)
		return
	}
	bound, operands := s.Tuple[0].Tuple, in.Operands
	if phase == Update {
		before := in.Operands[0].Shape
		if !v.updateShape(in, before) {
			return
		}
		bound, operands = bound[len(before.Tuple[0].Tuple):], operands[1:]
		if isEmpty(before.Tuple[1]) && !isEmpty(s.Tuple[1]) && len(operands) > len(bound) {
			operands = operands[:len(bound)] // the others are memory for the result
		}
	}
	if len(bound) != len(operands) {
		v.errorf(codeAsyncShape, in.span, "%s: the shape has %d operands at {0}, and %d are passed", in,
			len(bound), len(operands))
		return
	}
	for i, o := range operands {
		if !o.Shape.Equal(bound[i]) {
			v.errorf(codeAsyncShape, in.span, "%s: operand %s has shape %s, and the shape at {0} has %s", in,
				o,
				o.Shape, bound[i])
			return
		}
	}
	if c != nil {
		v.boundShape(in, c)
	}
}

// boundShape compares what is bound with the parameters and the root of the computation.
func (v *verifier) boundShape(in *Instruction, c *Computation) {
	params := v.parameterList(c)
	for i, b := range in.Shape.Tuple[0].Tuple {
		if i >= len(params) || params[i] == nil || params[i].Shape != nil && !params[i].Shape.Equal(b) {
			v.errorf(codeAsyncShape, in.span, "%s: the shape at {0} is not that of the parameters of '%s'",
				in,
				c.Name).Note(c.span, "the computation")
			return
		}
	}
	if r := in.Shape.Tuple[1]; !isEmpty(r) && c.Root.Shape != nil && !r.Equal(c.Root.Shape) {
		v.errorf(codeAsyncShape, in.span, "%s: the shape at {1} is %s, and '%s' returns %s", in, r, c.Name,
			c.Root.Shape).Note(c.Root.span, "the root")
	}
}

func isEmpty(s *Shape) bool { return s.IsTuple && len(s.Tuple) == 0 }

// updateShape verifies that an update keeps what is bound in front of it.
func (v *verifier) updateShape(in *Instruction, before *Shape) bool {
	s := in.Shape
	ok := before.IsTuple && len(before.Tuple) == len(s.Tuple) && before.Tuple[0].IsTuple &&
		len(before.Tuple[0].Tuple) <= len(s.Tuple[0].Tuple)
	for i := 0; ok && i < len(before.Tuple[0].Tuple); i++ {
		ok = before.Tuple[0].Tuple[i].Equal(s.Tuple[0].Tuple[i])
	}
	for i := 1; ok && i < len(s.Tuple); i++ {
		ok = s.Tuple[i].Equal(before.Tuple[i]) || i == 1 && isEmpty(before.Tuple[1])
	}
	if !ok {
		v.errorf(codeAsyncShape, in.span, "%s: the shape of an update is that of its operand, %s, with more "+
			"operands or the result, not %s", in, before, s)
	}
	return ok
}

// genericDone verifies that a done has the result, and that all operands are bound.
func (v *verifier) genericDone(in *Instruction, c *Computation) {
	from := in.Operands[0].Shape
	result := from.At(1)
	if result == nil || !from.At(0).IsTuple {
		return // the start is reported
	}
	if !isEmpty(result) && !result.Equal(in.Shape) {
		v.errorf(codeAsyncShape, in.span, "%s: the result of the operation is %s, not %s", in, result,
			in.Shape)
	}
	if c == nil {
		return
	}
	if isEmpty(result) && c.Root.Shape != nil && !c.Root.Shape.Equal(in.Shape) {
		v.errorf(codeAsyncShape, in.span, "%s: the result of '%s' is %s, not %s", in, c.Name, c.Root.Shape,
			in.Shape)
	}
	if bound, all := len(from.Tuple[0].Tuple), len(v.parameterList(c)); bound < all {
		v.errorf(codeAsyncShape, in.span,
			"%s: %d of the %d operands of '%s' are bound when the operation is done",
			in, bound, all, c.Name)
	}
}

// startShape verifies the shape of a start that has an opcode of its own.
func (v *verifier) startShape(in *Instruction) {
	s := in.Shape
	if s == nil || len(in.Operands) == 0 ||
		slices.ContainsFunc(in.Operands, func(o *Instruction) bool { return o.Shape == nil }) {
		return
	}
	operand := in.Operands[0].Shape
	if len(in.Operands) > 1 {
		operand = &Shape{IsTuple: true}
		for _, o := range in.Operands {
			operand.Tuple = append(operand.Tuple, o.Shape)
		}
	}
	ok, want := true, ""
	switch in.Opcode {
	case "all-reduce-start":
		ok, want = s.Equal(operand), operand.String()
	case "all-gather-start":
		ok, want = isTupleOf(s, operand, nil), "(operand, result)"
	case "collective-permute-start":
		if len(in.Operands) == 1 {
			ok, want = isTupleOf(s, operand, operand), "(operand, result, ...)"
		}
	case "copy-start":
		ok = isTupleOf(s, operand, operand) && len(s.Tuple) >= 3 && isWord(s.Tuple[2]) &&
			s.Tuple[0].Same(s.Tuple[1], Compare{Layout: true})
		want = "(destination, source, u32[]), of one shape and layout but for the memory space"
	case "send":
		ok = isTransferShape(s) && s.Tuple[0].Equal(in.Operands[0].Shape) && in.Operands[1].Shape.IsToken()
		want = "(data, u32[], token[]) of operands data and token"
	case "recv":
		ok, want = isTransferShape(s) && operand.IsToken(), "(data, u32[], token[]) of a token"
	}
	if !ok {
		v.errorf(codeAsyncShape, in.span, "%s: '%s' has shape %s, expected %s", in, in.Opcode, s, want)
	}
}

// isTupleOf reports whether a shape is a tuple that begins with two shapes; nil is any.
func isTupleOf(s, first, second *Shape) bool {
	return s.IsTuple && len(s.Tuple) >= 2 && s.Tuple[0].Equal(first) &&
		(second == nil || s.Tuple[1].Equal(second))
}

// isWord reports whether a shape is u32[], or s32[], as some backends have it.
func isWord(s *Shape) bool { return (s.Element == "u32" || s.Element == "s32") && len(s.Dims) == 0 }

func isTransferShape(s *Shape) bool {
	return s.IsTuple && len(s.Tuple) == 3 && isWord(s.Tuple[1]) && s.Tuple[2].IsToken()
}

// doneShape verifies that a done has the result of its start.
func (v *verifier) doneShape(in *Instruction, base string) {
	s := in.Operands[0].Shape
	if s == nil || in.Shape == nil {
		return
	}
	var want *Shape
	switch base {
	case "all-reduce":
		want = s
	case "all-gather", "collective-permute":
		want = s.At(1)
	case "copy":
		want = s.At(0)
	case "send":
		want = &Shape{Element: "token"}
	case "recv":
		if data := s.At(0); data != nil {
			want = &Shape{IsTuple: true, Tuple: []*Shape{data, {Element: "token"}}}
		}
	}
	if want != nil && !want.Equal(in.Shape) {
		v.errorf(codeAsyncShape, in.span, "%s: '%s' has shape %s, expected %s", in, in.Opcode, in.Shape, want)
	}
}

// sameTransfer verifies that a send or recv and its done have the same channel, and both or none transfer to
// the host.
func (v *verifier) sameTransfer(in *Instruction, base string) {
	if base != "send" && base != "recv" {
		return
	}
	for _, s := range in.Starts() {
		a, ok := s.ChannelID()
		b, ok2 := in.ChannelID()
		if ok && ok2 && a != b {
			v.errorf(codeChannel, in.span, "%s is on channel %d, and its %s on channel %d", in, b, base, a).
				Note(s.span, "the %s", base)
			return
		}
		if host := s.Attribute("is_host_transfer").Bool(); host != in.Attribute("is_host_transfer").Bool() {
			v.errorf(codeChannel, in.span, "%s: is_host_transfer is true of only one of it and its %s", in,
				base).
				Note(s.span, "the %s", base)
			return
		}
	}
}

// overlaps finds starts in the body of a loop that are reached again before they are done: the loop carries
// the operation, and its done stands behind the next start. Sends and receives may overlap with themselves.
func (v *verifier) overlaps(c *Computation) {
	if !slices.ContainsFunc(c.Callers, func(in *Instruction) bool { return in.CalledAs("body") == c }) {
		return
	}
	for _, in := range c.Instructions {
		if !in.IsStart() || isTransfer(in) || in.IsSynchronous() {
			continue
		}
		dones := in.Dones()
		inside := slices.ContainsFunc(dones, func(d *Instruction) bool {
			return d.Parent == c && d.Index < in.Index || d.Parent == c && slices.Contains(d.Operands, in)
		})
		if len(dones) > 0 && !inside && !endsDirectly(in) {
			d := v.errorf(codeOverlap, in.span, "%s: the next iteration starts it again before it is done",
				in)
			for _, done := range dones[:min(len(dones), 4)] {
				d.Note(done.span, "its done")
			}
		}
	}
}

// endsDirectly reports whether a chain ends in the computation of its start, without a tuple between.
func endsDirectly(in *Instruction) bool {
	for len(in.users) == 1 && in.users[0].IsUpdate() {
		in = in.users[0]
	}
	return len(in.users) == 1 && in.users[0].IsDone()
}
