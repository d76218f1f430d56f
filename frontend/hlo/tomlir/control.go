package tomlir

import (
	"fmt"
	"maps"
	"strings"

	"github.com/inflight-compiler/inflight/frontend/hlo"
)

// element of a tuple that a loop carries: an array, a token, or an operation in flight.
type carriedPart struct {
	leaf
	start *hlo.Instruction // of an operation in flight
}

func (p carriedPart) typ() string {
	if p.start == nil {
		return typeOf(p.shape)
	}
	switch _, base := p.start.Async(); base {
	case "send", "recv":
		return "!async.value<" + tokenType + ">"
	}
	return "!async.token"
}

// parts returns what a loop carries. Operations in flight are elements of the tuple that it begins with.
func (w *writer) parts(in *hlo.Instruction) []carriedPart {
	init := in.Operands[0]
	flights := w.carried[init]
	if flights == nil {
		flights = map[int]*hlo.Instruction{}
		if init.Opcode == "tuple" {
			for i, o := range init.Operands {
				if s := w.startOf(o); s != nil {
					flights[i] = s
				}
			}
		}
	}
	w.carried[in] = flights
	for _, call := range in.Called() {
		for _, p := range call.Computation.ParameterList() {
			w.carried[p] = flights
		}
	}
	all, other := leaves(in.Shape)
	if other != nil {
		w.refuse(in, "%s has shape %s, which has no counterpart", in, other)
	}
	var found []carriedPart
	for _, l := range all {
		start := (*hlo.Instruction)(nil)
		if len(l.index) > 1 {
			start = flights[int(l.index[0])]
		}
		if start == nil {
			found = append(found, carriedPart{l, nil})
			continue
		}
		if n := len(found); n == 0 || found[n-1].start != start || found[n-1].index[0] != l.index[0] {
			found = append(found, carriedPart{leaf{l.index[:1], in.Shape.At(l.index[0])}, start})
		}
	}
	return found
}

// startOf returns the start whose operation an element of a tuple is, nil if it is data.
func (w *writer) startOf(o *hlo.Instruction) *hlo.Instruction {
	if o.IsStart() {
		return o
	}
	if o.Opcode == "get-tuple-element" {
		i, _ := o.Attribute("index").Int()
		return w.carried[o.Operands[0]][int(i)]
	}
	return nil
}

// carry returns the values of what is handed to or from a loop by a value.
func (w *writer) carry(user, in *hlo.Instruction, parts []carriedPart) []string {
	names := make([]string, len(parts))
	for i, p := range parts {
		if p.start == nil {
			names[i] = w.handOn(user, in, []leaf{p.leaf})[0]
			continue
		}
		if names[i] = w.flights[w.share.Value(in, p.index...)]; names[i] == "" {
			// The handle is the whole of a start, whose value the tuple has.
			if from := w.element(in, p.index[0]); from != nil {
				names[i] = w.flights[w.share.Value(from)]
			}
		}
		if names[i] == "" {
			w.refuse(user, "%s: an operation in flight is handed on in a way that has no counterpart", user)
		}
	}
	return names
}

// element returns the instruction that an element of a tuple is, nil if it is not a tuple.
func (w *writer) element(in *hlo.Instruction, i int64) *hlo.Instruction {
	if in.Opcode == "tuple" && int(i) < len(in.Operands) {
		return in.Operands[i]
	}
	return nil
}

// enter gives the parts of a parameter, or of the result of a loop, the values that stand for them.
func (w *writer) enter(in *hlo.Instruction, parts []carriedPart, names []string) {
	for i, p := range parts {
		switch {
		case p.start != nil:
			w.flights[w.share.Value(in, p.index...)] = names[i]
			all, _ := leaves(p.shape)
			for _, l := range all {
				if l.shape.IsArray() {
					w.hold(in, append(p.index[:1:1], l.index...))
				}
			}
		case p.shape.IsToken():
			w.tokens[w.share.Value(in, p.index...)] = names[i]
		default:
			w.hold(in, p.index)
		}
	}
}

// while writes a loop.
func (w *writer) while(in *hlo.Instruction) {
	condition, body := in.CalledAs("condition"), in.CalledAs("body")
	parts := w.parts(in)
	types := make([]string, len(parts))
	before, inside, back := make([]string, len(parts)), make([]string, len(parts)), make([]string, len(parts))
	init := w.carry(in, in.Operands[0], parts)
	inits, blockArgs := make([]string, len(parts)), make([]string, len(parts))
	result := w.name()
	for i, p := range parts {
		types[i], before[i], inside[i] = p.typ(), w.name(), w.name()
		inits[i] = before[i] + " = " + init[i]
		blockArgs[i] = inside[i] + ": " + types[i]
		back[i] = fmt.Sprintf("%s#%d", result, i)
	}
	signature := strings.Join(types, ", ")
	head := "scf.while : () -> () {"
	if len(parts) > 0 {
		head = fmt.Sprintf("%s:%d = scf.while (%s) : (%s) -> (%s) {", result, len(parts),
			strings.Join(inits, ", "), signature, signature)
	}
	w.line("%s", head)
	w.indent++
	p := condition.ParameterList()[0]
	w.enter(p, parts, before)
	w.region(condition)
	test := w.load(in, condition.Root)
	w.line("scf.condition(%s)%s", test, withTypes(w.carry(in, p, parts), types))
	w.indent--
	w.line("} do {")
	if len(parts) > 0 {
		w.line("^bb0(%s):", strings.Join(blockArgs, ", "))
	}
	w.indent++
	w.enter(body.ParameterList()[0], parts, inside)
	w.region(body)
	w.line("scf.yield%s", withTypes(w.carry(in, body.Root, parts), types))
	w.indent--
	w.line("} attributes {hlo.name = %s, hlo.shape = %s, hlo.condition = %s, hlo.body = %s%s}",
		quote(in.Name),
		quote(in.Shape.String()), quote(condition.Name), quote(body.Name), kept(in, "condition", "body"))
	w.enter(in, parts, back)
}

// load writes the read of a predicate or an index, and returns its value.
func (w *writer) load(user, in *hlo.Instruction) string {
	w.intact(user, in, nil)
	v := w.name()
	w.line("%s = memref.load %s[] : %s", v, w.view(user, w.share.Buffer(in), in.Shape), memory(in.Shape))
	return v
}

// conditional writes a choice between computations.
func (w *writer) conditional(in *hlo.Instruction) {
	branches := in.Called()
	if in.Attribute("branch_computations") == nil {
		branches = []hlo.Call{{Computation: in.CalledAs("true_computation")},
			{Computation: in.CalledAs("false_computation")}}
	}
	all, other := leaves(in.Shape)
	if other != nil || len(in.Operands) != len(branches)+1 {
		w.refuse(in, "%s has shape %s, which has no counterpart", in, in.Shape)
		return
	}
	types := make([]string, len(all))
	for i, l := range all {
		types[i] = typeOf(l.shape)
	}
	selector := w.load(in, in.Operands[0])
	result, back := w.name(), ""
	if len(all) > 0 {
		back = fmt.Sprintf("%s:%d = ", result, len(all))
	}
	results := ""
	if len(all) > 0 {
		results = " -> " + strings.Join(types, ", ")
	}
	predicate := in.Operands[0].Shape.Element == "pred"
	names := make([]string, len(branches))
	for i, b := range branches {
		names[i] = b.Computation.Name
	}
	attrs := fmt.Sprintf("{hlo.name = %s, hlo.shape = %s, hlo.branches = %s%s}", quote(in.Name),
		quote(in.Shape.String()), list(names),
		kept(in, "branch_computations", "true_computation", "false_computation"))
	if predicate {
		if len(all) > 0 {
			results = " -> (" + strings.Join(types, ", ") + ")"
		}
		w.line("%sscf.if %s%s {", back, selector, results)
	} else {
		at := w.name()
		w.line("%s = arith.index_cast %s : i32 to index", at, selector)
		w.line("%sscf.index_switch %s %s%s", back, at, attrs, results)
	}
	w.branches(in, branches, all, types, predicate)
	if predicate {
		w.line("} %s", attrs)
	}
	for i, l := range all {
		if name := fmt.Sprintf("%s#%d", result, i); l.shape.IsToken() {
			w.tokens[w.share.Value(in, l.index...)] = name
		} else {
			w.hold(in, l.index)
		}
	}
}

// branches writes the computations of a conditional. What one of them overwrites, another one still finds.
func (w *writer) branches(in *hlo.Instruction, branches []hlo.Call, all []leaf, types []string,
	predicate bool) {
	before, after := w.written, maps.Clone(w.written)
	for i, call := range branches {
		w.written = maps.Clone(before)
		switch {
		case predicate && i == 1:
			w.line("} else {")
		case !predicate && i == len(branches)-1:
			w.line("default {")
		case !predicate:
			w.line("case %d {", i)
		}
		w.indent++
		operand := in.Operands[i+1]
		given, other := leaves(operand.Shape)
		if other != nil {
			w.refuse(in, "%s: operand %s has shape %s, which has no counterpart", in, operand, other)
		}
		names := w.handOn(in, operand, given)
		parts := make([]carriedPart, len(given))
		for k, l := range given {
			parts[k] = carriedPart{l, nil}
		}
		for _, p := range call.Computation.ParameterList() {
			w.enter(p, parts, names)
		}
		w.region(call.Computation)
		w.line("scf.yield%s", withTypes(w.handOn(in, call.Computation.Root, all), types))
		w.indent--
		if !predicate {
			w.line("}")
		}
		for b, n := range w.written {
			after[b] = max(after[b], n)
		}
	}
	w.written = after
}
