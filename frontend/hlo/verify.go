package hlo

import (
	"github.com/inflight-compiler/inflight/diag"
)

// Verify holds a module against the rules of XLA's verifier that concern asynchronous operations,
// collectives, schedules and calls, and against two that it lacked: pairs of all-gather, and a start that is
// reached again before its done. What opcodes compute is not verified. The list has errors, and warnings; it
// is in textual order. A module without errors has a root, operands and called computations wherever its
// opcodes need them.
func Verify(m *Module) diag.List {
	v := &verifier{m: m, channels: map[int64]*Instruction{}, params: map[*Computation][]*Instruction{}}
	v.devices()
	v.recursion()
	v.aliases()
	v.donors()
	v.layout()
	scheduled := v.scheduledComputations()
	for _, c := range m.all() {
		v.parameters(c)
		for _, in := range c.Instructions {
			v.instruction(in)
		}
		v.order(c, scheduled[c])
		if scheduled[c] {
			v.overlaps(c)
		}
	}
	v.found.Sort()
	return v.found
}

// verifier collects what is wrong with a module.
type verifier struct {
	m     *Module
	found diag.List
	// count is the number of devices, 0 if the header states none.
	count    int64
	channels map[int64]*Instruction // the first instruction of each
	params   map[*Computation][]*Instruction
}

// parameterList is ParameterList, computed once for each computation.
func (v *verifier) parameterList(c *Computation) []*Instruction {
	all, ok := v.params[c]
	if !ok {
		all = c.ParameterList()
		v.params[c] = all
	}
	return all
}

func (v *verifier) errorf(code diag.Code, span diag.Span, format string, args ...any) *diag.Diagnostic {
	d := diag.Errorf(code, span, format, args...)
	v.found = append(v.found, d)
	return d
}

// keep adds the error of a malformed attribute.
func (v *verifier) keep(d *diag.Diagnostic) bool {
	v.found.Add(d)
	return d == nil
}

// instruction verifies what concerns one instruction and its operands.
func (v *verifier) instruction(in *Instruction) {
	if !v.operandCount(in) {
		return
	}
	v.operandShapes(in)
	v.calls(in)
	v.tuples(in)
	v.collective(in)
	v.sizes(in)
	if in.IsStart() || in.IsUpdate() || in.IsDone() {
		v.async(in)
	}
	if a := in.Attribute("output_to_operand_aliasing"); a != nil && !in.IsGeneric() {
		v.outputAliases(in, a)
	}
}

// operandCount verifies the opcode and the number of operands. It reports whether the number is right.
func (v *verifier) operandCount(in *Instruction) bool {
	n, ok := opcodes[in.Opcode]
	phase, _ := in.Async()
	switch {
	case (phase == Done || phase == Update) && len(in.Operands) == 0, phase == Done && len(in.Operands) > 1:
		v.errorf(codeOperands, in.span, "%s: '%s' takes the start or the update in front of it, not %s", in,
			in.Opcode, diag.Count(len(in.Operands), "operand"))
		return false
	case !ok && !Known(in.Opcode):
		d := diag.Warningf(codeOpcode, in.span, "%s: opcode '%s' is not known", in, in.Opcode)
		if len(v.found) < 10 {
			if near := diag.Nearest(in.Opcode, Opcodes()); near != "" {
				d.Suggest("did you mean '%s'?", near)
			}
		}
		v.found = append(v.found, d)
		return true
	case in.Opcode == "infeed" && len(in.Operands) == 0, in.Opcode == "outfeed" && len(in.Operands) == 1:
		return true // as older versions write them, without a token
	case in.Opcode == "dot" && len(in.Operands) <= 4 && len(in.Operands) > 2:
		return true // with the places of nonzero elements of sparse operands
	case ok && n != variadic && len(in.Operands) != n:
		v.errorf(codeOperands, in.span, "%s: '%s' takes %s, not %d", in, in.Opcode, diag.Count(n, "operand"),
			len(in.Operands))
		return false
	}
	return true
}

// operandShapes compares the shapes that are written in front of operands with those of the operands.
func (v *verifier) operandShapes(in *Instruction) {
	for i, s := range in.OperandShapes {
		o := in.Operands[i]
		if s != nil && o.Shape != nil && !s.Same(o.Shape, Compare{Bounds: true}) {
			v.errorf(codeShape, in.OperandSpan(i), "%s: operand %d is written with shape %s, and %s has %s",
				in,
				i, s, o, o.Shape).Note(o.span, "defined here")
		}
	}
}

// parameters verifies the parameters of a computation, and its header.
func (v *verifier) parameters(c *Computation) {
	byNumber := map[int64]*Instruction{}
	for _, in := range c.Instructions {
		if in.Opcode != "parameter" {
			continue
		}
		n, ok := in.ParameterNumber()
		first := byNumber[n]
		switch {
		case !ok || n < 0:
			v.errorf(codeParameter, in.span, "%s: '%s' is not the number of a parameter", in, in.Literal)
			return
		case first != nil:
			v.errorf(codeParameter, in.span, "%s: a second parameter has number %d", in, n).
				Note(first.span, "the first one")
			return
		}
		byNumber[n] = in
	}
	for n := range int64(len(byNumber)) {
		if byNumber[n] == nil {
			v.errorf(codeParameter, c.span, "computation '%s' has %s and none with number %d", c.Name,
				diag.Count(len(byNumber), "parameter"), n)
			return
		}
	}
	if c.HasSignature {
		v.signature(c, byNumber)
	}
}

// signature compares the header of a computation with its parameters and its root. XLA reads no more of the
// header than the result, so the rest is a warning.
func (v *verifier) signature(c *Computation, byNumber map[int64]*Instruction) {
	if len(c.Parameters) != len(byNumber) {
		v.found = append(v.found, diag.Warningf(codeParameter, c.span,
			"the header of '%s' states %s, and it has %d", c.Name, diag.Count(len(c.Parameters), "parameter"),
			len(byNumber)))
	}
	for i, p := range c.Parameters {
		if in := byNumber[int64(i)]; in != nil && in.Shape != nil && !in.Shape.Equal(p.Shape) {
			v.found = append(v.found, diag.Warningf(codeShape, in.span,
				"%s: the header of '%s' states shape %s for parameter %d, not %s", in, c.Name, p.Shape, i,
				in.Shape))
		}
	}
	if r := c.Root.Shape; r != nil && !r.Equal(c.Result) {
		v.errorf(codeShape, c.Root.span, "%s: the header of '%s' states the result %s, not %s", c.Root,
			c.Name,
			c.Result, r)
	}
}

// tuples verifies tuple and get-tuple-element.
func (v *verifier) tuples(in *Instruction) {
	switch in.Opcode {
	case "get-tuple-element":
		a, from := in.Attribute("index"), in.Operands[0].Shape
		i, ok := a.Int()
		switch {
		case !ok:
			v.errorf(codeAttribute, in.span, "%s: index must be a number", in)
		case from == nil:
		case from.At(i) == nil:
			v.errorf(codeShape, a.value, "%s: %s has shape %s, without element %d", in, in.Operands[0], from,
				i)
		case in.Shape != nil && !in.Shape.Equal(from.At(i)):
			v.errorf(codeShape, in.span, "%s: element %d of %s has shape %s, not %s", in, i, in.Operands[0],
				from.At(i), in.Shape)
		}
	case "tuple":
		if in.Shape == nil {
			return
		}
		if !in.Shape.IsTuple || len(in.Shape.Tuple) != len(in.Operands) {
			v.errorf(codeShape, in.span, "%s: a tuple of %s has shape %s", in,
				diag.Count(len(in.Operands), "operand"), in.Shape)
			return
		}
		for i, o := range in.Operands {
			if o.Shape != nil && !o.Shape.Equal(in.Shape.Tuple[i]) {
				v.errorf(codeShape, in.OperandSpan(i),
					"%s: operand %d has shape %s, and the tuple has %s there", in,
					i, o.Shape, in.Shape.Tuple[i])
			}
		}
	}
}
