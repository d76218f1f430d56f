package tomlir

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/frontend/hlo"
)

// region writes the instructions of a computation in their order.
func (w *writer) region(c *hlo.Computation) {
	for _, in := range c.Instructions {
		switch {
		case in.Opcode == "parameter", in.Opcode == "tuple", in.Opcode == "get-tuple-element":
		case in.Opcode == "while":
			w.while(in)
		case in.Opcode == "conditional":
			w.conditional(in)
		case in.IsStart():
			w.start(in)
		case in.IsUpdate():
			w.refuse(in, "%s: an update, which binds operands or results of an operation in flight, has no "+
				"counterpart", in)
		case in.IsDone():
			w.done(in)
		default:
			all, other := leaves(in.Shape)
			if other != nil {
				w.refuse(in, "%s has shape %s, which has no counterpart", in, other)
				continue
			}
			w.call(in, in.Opcode, all)
		}
	}
}

// handsOn reports whether an instruction returns memory of its operands and accesses none of it.
func handsOn(in *hlo.Instruction) bool {
	switch in.Opcode {
	case "bitcast", "opt-barrier", "optimization-barrier", "domain", "add-dependency":
		return true
	}
	return false
}

// call writes an instruction as a call. all are the parts of what it returns. It returns the values of those
// that are tokens.
func (w *writer) call(in *hlo.Instruction, title string, all []leaf) []string {
	c := &called{}
	for _, o := range in.Operands {
		w.operand(c, in, o)
	}
	var tokens, results []string
	var wrote []leaf
	for _, l := range all {
		if l.shape.IsToken() {
			name := w.name()
			tokens = append(tokens, name)
			w.tokens[w.share.Value(in, l.index...)] = name
			continue
		}
		b := w.share.Buffer(in, l.index...)
		at := slices.Index(c.buffers, b)
		switch {
		case at < 0:
			at = c.add(w.view(in, b, l.shape), memory(l.shape), "write", b)
			wrote = append(wrote, l)
		case !handsOn(in):
			if c.access[at] == "read" {
				c.access[at] = "read-write"
			}
			wrote = append(wrote, l)
		}
		results = append(results, strconv.Itoa(at))
	}
	for _, l := range wrote {
		w.write(in, l.index)
	}
	back := ""
	types := make([]string, len(tokens))
	for i := range types {
		types[i] = tokenType
	}
	if len(tokens) > 0 {
		back = strings.Join(tokens, ", ") + " = "
	}
	attrs := "hlo.name = " + quote(in.Name)
	if in.Literal != "" {
		attrs += ", hlo.literal = " + quote(in.Literal)
	}
	w.line("%sfunc.call @%s(%s) {%s%s} : (%s) -> (%s)", back,
		w.declaration(in, title, c, results, len(tokens)),
		strings.Join(c.args, ", "), attrs, kept(in), strings.Join(c.types, ", "), strings.Join(types, ", "))
	return tokens
}

// called has the arguments of a call: names, types, what happens to them, and their buffers.
type called struct {
	args, types, access []string
	buffers             []int
}

func (c *called) add(arg, typ, access string, buffer int) int {
	c.args, c.types, c.access, c.buffers = append(c.args, arg), append(c.types, typ),
		append(c.access, access), append(c.buffers, buffer)
	return len(c.args) - 1
}

// operand adds the arrays and tokens of an operand to the arguments of a call.
func (w *writer) operand(c *called, in, o *hlo.Instruction) {
	all, other := leaves(o.Shape)
	if other != nil {
		w.refuse(in, "%s: operand %s has shape %s, which has no counterpart", in, o, other)
		return
	}
	access := "read"
	if handsOn(in) {
		access = "none"
	}
	for _, l := range all {
		if l.shape.IsToken() {
			c.add(w.token(in, o, l.index), tokenType, "", -1)
			continue
		}
		b := w.share.Buffer(o, l.index...)
		if !w.races(b, o, l.index) {
			w.intact(in, o, l.index)
		}
		c.add(w.view(in, b, l.shape), memory(l.shape), access, b)
	}
}

// declaration returns the name of the function that stands for an instruction with these arguments.
func (w *writer) declaration(in *hlo.Instruction, title string, c *called, results []string,
	tokens int) string {
	args := make([]string, len(c.args))
	touches := false
	for i, t := range c.types {
		args[i] = t
		if c.access[i] != "" {
			touches = true
			args[i] += fmt.Sprintf(" {bufferization.access = %q}", c.access[i])
		}
	}
	operands := make([]string, len(in.Operands))
	for i, o := range in.Operands {
		operands[i] = o.Shape.String()
	}
	back := ""
	if tokens > 0 {
		back = " -> (" + strings.Repeat(tokenType+", ", tokens-1) + tokenType + ")"
	}
	numbers := ""
	if len(results) > 0 {
		numbers = ": " + strings.Join(results, ", ")
	}
	text := fmt.Sprintf("(%s)%s attributes {hlo.opcode = %s, hlo.operands = %s, hlo.results = array<i64%s>, "+
		"hlo.shape = %s", strings.Join(args, ", "), back, quote(in.Opcode), list(operands), numbers,
		quote(in.Shape.String()))
	if !touches {
		text += ", llvm.readnone"
	}
	text += "}"
	key := title + text
	name, ok := w.declared[key]
	if !ok {
		base := identifier(title)
		name = base
		for i := 1; w.taken[name]; i++ {
			name = fmt.Sprintf("%s_%d", base, i)
		}
		w.taken[name], w.declared[key] = true, name
		w.declarations = append(w.declarations, "func.func private @"+name+text)
	}
	return name
}

// identifier makes a name of a function of an opcode.
func identifier(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		return '_'
	}, s)
}

// start writes an asynchronous operation: a call in a region that is executed beside what follows.
func (w *writer) start(in *hlo.Instruction) {
	all := w.results(in)
	tokens := 0
	for _, l := range all {
		if l.shape.IsToken() {
			tokens++
		}
	}
	switch dones := in.Dones(); {
	case in.IsSynchronous():
		w.refuse(in, "%s: is_sync makes the operation complete when it starts", in)
		return
	case tokens > 1 || len(dones) == 0:
		w.refuse(in, "%s: several tokens of one operation, or operations without a done, have no counterpart",
			in)
		return
	}
	title := in.Wrapped()
	token := w.name()
	flight := token
	if tokens > 0 {
		flight = w.name()
		w.line("%s, %s = async.execute -> !async.value<%s> {", token, flight, tokenType)
	} else {
		w.line("%s = async.execute {", token)
	}
	w.indent++
	yielded := w.call(in, title, all)
	if len(yielded) > 0 {
		w.line("async.yield %s : %s", yielded[0], tokenType)
	} else {
		w.line("async.yield")
	}
	w.indent--
	w.line("}")
	w.flights[w.share.Value(in)] = flight
}

// done writes the wait for an operation.
func (w *writer) done(in *hlo.Instruction) {
	flight := w.flights[w.share.Value(in.Operands[0])]
	start := in.Start()
	if flight == "" || start == nil {
		w.refuse(in, "%s: its start is handed on in a way that has no counterpart", in)
		return
	}
	back, typ := "", "!async.token"
	all, _ := leaves(in.Shape)
	for _, l := range all {
		if l.shape.IsToken() {
			name := w.name()
			back, typ = name+" = ", "!async.value<"+tokenType+">"
			w.tokens[w.share.Value(in, l.index...)] = name
		}
	}
	if len(w.results(start)) != len(all) {
		w.refuse(in, "%s: it returns something else than its start", in)
		return
	}
	for _, l := range all {
		delete(w.flying, w.share.Buffer(in, l.index...))
	}
	w.line("%sasync.await %s : %s {hlo.name = %s, hlo.opcode = %s, hlo.shape = %s%s}", back, flight, typ,
		quote(in.Name), quote(in.Opcode), quote(in.Shape.String()), kept(in))
}

// token returns the value for a token.
func (w *writer) token(user, in *hlo.Instruction, index []int64) string {
	name, ok := w.tokens[w.share.Value(in, index...)]
	if !ok {
		w.refuse(user, "%s: the token of %s has no counterpart", user, in)
	}
	return name
}

// write notes that an instruction writes the memory of a part of its result.
func (w *writer) write(in *hlo.Instruction, index []int64) {
	w.writes++
	b := w.share.Buffer(in, index...)
	if in.IsStart() {
		w.flying[b] = w.written[b]
	}
	w.written[b], w.holds[w.share.Value(in, index...)], w.wrote[b] = w.writes, w.writes, in
}

// hold notes that the memory of a part of a value has that value.
func (w *writer) hold(in *hlo.Instruction, index []int64) {
	w.holds[w.share.Value(in, index...)] = w.written[w.share.Buffer(in, index...)]
}

// races reports whether an operation in flight is overwriting a value. To read it then is a race, which stays
// one in MLIR.
func (w *writer) races(b int, in *hlo.Instruction, index []int64) bool {
	made, ok := w.holds[w.share.Value(in, index...)]
	before, flying := w.flying[b]
	return ok && flying && made == before
}

// intact refuses what reads a value whose memory another one has by now.
func (w *writer) intact(user, in *hlo.Instruction, index []int64) {
	b := w.share.Buffer(in, index...)
	made, ok := w.holds[w.share.Value(in, index...)]
	if ok && made == w.written[b] || len(w.errs) >= 20 {
		return
	}
	if !ok {
		w.refuse(user, "%s: %s has no value where it is read", user, in)
		return
	}
	d := diag.Errorf(codeOverwritten, user.Span(), "%s reads %s, whose memory has been overwritten", user, in)
	if by := w.wrote[b]; by != nil {
		d.Note(by.Span(), "%s writes the memory", by)
	}
	w.errs = append(w.errs, d.Note(in.Span(), "the value"))
}

// view returns a buffer as memory for an array.
func (w *writer) view(user *hlo.Instruction, buffer int, s *hlo.Shape) string {
	base, name := w.shapes[buffer], w.memory[buffer]
	if base == nil || memory(base) == memory(s) {
		return name
	}
	if element(base.Element) != element(s.Element) || base.Elements() != s.Elements() {
		w.refuse(user, "%s: one memory is %s and %s, which one memref cannot be", user, base, s)
		return name
	}
	sizes, strides := make([]string, len(s.Dims)), make([]string, len(s.Dims))
	stride := int64(1)
	for i := len(s.Dims) - 1; i >= 0; i-- {
		sizes[i], strides[i] = strconv.FormatInt(s.Dims[i], 10), strconv.FormatInt(stride, 10)
		stride *= s.Dims[i]
	}
	v := w.name()
	w.line("%s = memref.reinterpret_cast %s to offset: [0], sizes: [%s], strides: [%s] : %s to %s", v, name,
		strings.Join(sizes, ", "), strings.Join(strides, ", "), memory(base), memory(s))
	return v
}
