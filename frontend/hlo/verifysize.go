package hlo

import (
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
)

// This file verifies how the sizes of operands and results of collectives are related, as
// xla/service/hlo_verifier.cc does. Element types are left out: XLA lets some of them be mixed.

// sizes verifies the result of a collective, or that of the operation that an instruction starts.
func (v *verifier) sizes(in *Instruction) {
	op, result := in.Opcode, in.Shape
	if phase, base := in.Async(); phase != NotAsync {
		if phase != Start || base == "all-reduce" || base == "collective-permute" || base == "async" {
			return // starts of these have rules of their own
		}
		op, result = base, result.At(1)
	}
	if result == nil || slices.ContainsFunc(in.Operands, func(o *Instruction) bool {
		return !o.Shape.IsArray()
	}) {
		return
	}
	results := []*Shape{result}
	if len(in.Operands) > 1 || op == "all-to-all" && in.Attribute("dimensions") == nil && result.IsTuple {
		results = result.Tuple
	}
	switch op {
	case "all-gather", "reduce-scatter":
		v.resized(in, op, results)
	case "all-to-all":
		v.exchanged(in, results)
	case "all-reduce", "collective-broadcast":
		v.unchanged(in, op, results)
	case "collective-permute":
		if len(in.Operands) != 4 { // parts of buffers
			v.unchanged(in, op, results)
		}
	}
}

// unchanged verifies that results have the sizes of operands.
func (v *verifier) unchanged(in *Instruction, op string, results []*Shape) bool {
	if len(results) != len(in.Operands) {
		v.errorf(codeShape, in.span, "%s: '%s' of %s has shape %s", in, op,
			diag.Count(len(in.Operands), "operand"), in.Shape)
		return false
	}
	for i, r := range results {
		if s := in.Operands[i].Shape; !r.IsArray() || !slices.Equal(r.Dims, s.Dims) {
			v.errorf(codeShape, in.span, "%s: the result of '%s' is %s, and has the sizes of operand %d, %s",
				in,
				op, r, i, s)
			return false
		}
	}
	return true
}

// resized verifies that one dimension of the results is that of the operands times, or by, the number of
// devices of a group, and that the others are the same.
func (v *verifier) resized(in *Instruction, op string, results []*Shape) {
	dims, bad := in.Attribute("dimensions").Ints()
	if bad != nil || len(dims) != 1 || len(results) != len(in.Operands) {
		v.errorf(codeShape, in.span, "%s: '%s' has one dimension, and as many results as operands", in, op)
		return
	}
	d, times := dims[0], v.groupSize(in, op)
	for i, r := range results {
		s := in.Operands[i].Shape
		if r.IsArray() && len(s.Dims) == 0 && len(r.Dims) == 0 {
			continue // PyTorch/XLA writes scalars, with groups of one device
		}
		if !r.IsArray() || d < 0 || d >= int64(len(s.Dims)) || len(r.Dims) != len(s.Dims) {
			v.errorf(codeShape, in.span, "%s: '%s' of %s along dimension %d is not %s", in, op, s, d, r)
			return
		}
		small, large := s, r
		if op == "reduce-scatter" {
			small, large = r, s
		}
		a, b := small.Dims[d], large.Dims[d]
		if a <= 0 || b == Unbounded {
			continue
		}
		if times <= 1 {
			times = b / a
		}
		if !slices.Equal(without(s.Dims, dims), without(r.Dims, dims)) || b%a != 0 || b/a != times {
			v.errorf(codeShape, in.span, "%s: '%s' of %s along dimension %d in groups of %s is not %s", in,
				op, s,
				d, diag.Count(times, "device"), r)
			return
		}
	}
}

// exchanged verifies an all-to-all: it splits one operand along a dimension, or has an operand for each
// device of a group.
func (v *verifier) exchanged(in *Instruction, results []*Shape) {
	if !v.unchanged(in, "all-to-all", results) {
		return
	}
	n, a := v.groupSize(in, "all-to-all"), in.Attribute("dimensions")
	if a == nil {
		if n > 1 && int64(len(in.Operands)) != n {
			v.errorf(codeShape, in.span,
				"%s: 'all-to-all' without dimensions has an operand for each of %s, not %d",
				in, diag.Count(n, "device"), len(in.Operands))
		}
		return
	}
	dims, bad := a.Ints()
	s := in.Operands[0].Shape
	switch {
	case bad != nil || len(dims) != 1 || len(in.Operands) != 1 || dims[0] < 0 ||
		dims[0] >= int64(len(s.Dims)):
		v.errorf(codeShape, in.span, "%s: 'all-to-all' splits one operand along one of its dimensions", in)
	case n > 1 && s.Dims[dims[0]] > 0 && s.Dims[dims[0]]%n != 0:
		v.errorf(codeShape, in.span, "%s: dimension %d of %s cannot be split for %s", in, dims[0], s,
			diag.Count(n, "device"))
	}
}

// groupSize returns how many devices take part in a collective together, 1 or less if that is not known. The
// modes are those of CollectiveOpGroupMode in xla/service/collective_ops_utils.h.
func (v *verifier) groupSize(in *Instruction, op string) int64 {
	n, bad := in.GroupSize()
	if bad != nil {
		return 0
	}
	replicas, _ := v.m.Replicas()
	partitions, more := v.m.Partitions()
	if replicas, partitions = max(1, replicas), max(1, partitions); v.count == 0 && n == 0 ||
		max(n, v.count) > 1<<30 {
		return 0
	}
	_, hasChannel := in.ChannelID()
	global := in.Attribute("use_global_device_ids").Bool()
	switch {
	case hasChannel && op == "all-to-all":
		if n == 0 {
			n = partitions
		}
	case hasChannel && !global && !more:
		return 0 // groups of replicas, each with all its partitions, whose number is not known
	case hasChannel && !global:
		if n == 0 {
			n = replicas
		}
		n *= partitions
	case n == 0 && hasChannel:
		n = replicas * partitions
	case n == 0:
		n = replicas
	}
	return n
}

// layout compares entry_computation_layout with the entry computation. Orders of dimensions are left out:
// before XLA assigns layouts, the two differ.
func (v *verifier) layout() {
	a := v.m.Attribute("entry_computation_layout")
	if a == nil {
		return
	}
	inputs, result, ok := a.program()
	if !ok {
		v.errorf(codeAttribute, a.value,
			"entry_computation_layout: expected shapes, as in {(f32[4]{0})->f32[4]{0}}")
		return
	}
	params := v.parameterList(v.m.Entry)
	if len(params) != len(inputs) {
		v.errorf(codeParameter, a.value, "entry_computation_layout has %s, and the entry computation %d",
			diag.Count(len(inputs), "parameter"), len(params)).Note(v.m.Entry.span, "the entry computation")
		return
	}
	for i, p := range params {
		if p != nil && p.Shape != nil && !p.Shape.Same(inputs[i], Compare{Bounds: true}) {
			v.errorf(codeShape, a.value, "entry_computation_layout: parameter %d is %s, and %s is %s", i,
				inputs[i],
				p, p.Shape).Note(p.span, "the parameter")
		}
	}
	if r := v.m.Entry.Root; r.Shape != nil && !r.Shape.Same(result, Compare{Bounds: true}) {
		v.errorf(codeShape, a.value, "entry_computation_layout: the result is %s, and %s is %s", result, r,
			r.Shape).Note(r.span, "the root")
	}
}

// program reads {(shape, shape)->shape}.
func (a *Attribute) program() (inputs []*Shape, result *Shape, ok bool) {
	p := &parser{scanner: scanner{file: diag.NewFile(a.Name, []byte(a.Text)), src: a.Text}}
	if !p.take('{') || !p.take('(') {
		return nil, nil, false
	}
	for !p.take(')') {
		if len(inputs) > 0 && !p.take(',') {
			return nil, nil, false
		}
		s, ok := p.shape()
		if !ok {
			return nil, nil, false
		}
		inputs = append(inputs, s)
	}
	if !p.skip(nil) || !strings.HasPrefix(p.src[p.at:], "->") {
		return nil, nil, false
	}
	p.at += 2
	result, ok = p.shape()
	return inputs, result, ok && p.take('}')
}

// donors verifies buffer_donor: parts of parameters that exist, each once, and not those of
// input_output_alias.
func (v *verifier) donors() {
	a := v.m.Attribute("buffer_donor")
	all, err := a.Donors()
	if !v.keep(err) {
		return
	}
	aliases, err := v.m.Aliases()
	if err != nil {
		return
	}
	params, seen := v.parameterList(v.m.Entry), map[string]bool{}
	for _, alias := range aliases {
		seen[indexText(alias.Operand, alias.Index)] = true
	}
	for _, d := range all {
		at := indexText(d.Operand, d.Index)
		switch {
		case d.Operand < 0 || d.Operand >= int64(len(params)):
			v.errorf(codeAlias, a.value, "buffer_donor: there is no parameter %d", d.Operand)
			return
		case params[d.Operand] == nil || params[d.Operand].Shape == nil:
		case params[d.Operand].Shape.At(d.Index...) == nil:
			v.errorf(codeAlias, a.value, "buffer_donor: parameter %d has shape %s, without part %s",
				d.Operand,
				params[d.Operand].Shape, braced(d.Index))
			return
		case seen[at]:
			v.errorf(codeAlias, a.value,
				"buffer_donor: part %s of parameter %d is given away twice, or has an alias",
				braced(d.Index), d.Operand)
			return
		}
		seen[at] = true
	}
}
