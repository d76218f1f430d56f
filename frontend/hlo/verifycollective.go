package hlo

import (
	"strings"

	"github.com/inflight-compiler/inflight/diag"
)

// This file verifies what collective operations state: devices, groups, pairs, channels; and aliases.

// devices computes the number of devices, and verifies what the header states.
func (v *verifier) devices() {
	stated := false
	n := int64(1)
	for _, name := range []string{"replica_count", "num_partitions"} {
		a := v.m.Attribute(name)
		if a == nil {
			continue
		}
		k, ok := a.Int()
		if !ok || k < 1 {
			v.errorf(codeAttribute, a.value, "%s: expected a number from 1", name)
			return
		}
		stated = true
		if n > 1<<40/k {
			return
		}
		n *= k
	}
	if stated && n > 1 { // XLA leaves out what is 1, and some tests what is more
		v.count = n
	}
}

// collective verifies groups, pairs and channels.
func (v *verifier) collective(in *Instruction) {
	if a := in.Attribute("replica_groups"); a != nil {
		groups, err := in.ReplicaGroups()
		switch {
		case IsTooLarge(err):
			v.found = append(v.found, diag.Warningf(err.Code, err.Span, "%s", err.Message))
		case v.keep(err):
			v.groups(in, a, groups)
		}
	}
	pairs, err := in.SourceTargetPairs()
	if v.keep(err) && pairs != nil {
		v.pairs(in, pairs)
	}
	if a := in.Attribute("channel_id"); a != nil {
		v.channel(in, a)
	}
}

// groups verifies that groups are disjoint, of one size, and within the devices.
func (v *verifier) groups(in *Instruction, a *Attribute, groups [][]int64) {
	seen := map[int64]bool{}
	for _, g := range groups {
		switch {
		case len(g) == 0:
			v.errorf(codeGroups, a.value, "%s: a group is empty", in)
			return
		case len(g) != len(groups[0]) && !strings.HasPrefix(in.Opcode, "all-reduce"):
			v.errorf(codeGroups, a.value, "%s: groups of %d and of %s", in, len(groups[0]),
				diag.Count(len(g), "device"))
			return
		}
		for _, d := range g {
			if seen[d] {
				v.errorf(codeGroups, a.value, "%s: device %d is twice in the groups", in, d)
				return
			}
			seen[d] = true
			if !v.device(in, codeGroups, a, d) {
				return
			}
		}
	}
}

// device verifies the number of a device.
func (v *verifier) device(in *Instruction, code diag.Code, a *Attribute, d int64) bool {
	switch {
	case d < 0:
		v.errorf(code, a.value, "%s: device %d is negative", in, d)
	case v.count > 0 && d >= v.count:
		v.errorf(code, a.value, "%s: device %d, and the module has %d", in, d, v.count)
	default:
		return true
	}
	return false
}

// pairs verifies that each device sends once and receives once at most.
func (v *verifier) pairs(in *Instruction, pairs [][2]int64) {
	a := in.Attribute("source_target_pairs")
	if a == nil {
		a = in.Attribute("frontend_attributes")
	}
	seen, most := [2]map[int64]int{{}, {}}, 1
	if len(in.Operands) == 4 { // slices of buffers: each may be sent in two parts
		most = 2
		if s := in.Operands[0].Shape; s != nil && s.IsTuple {
			most = 2 * len(s.Tuple)
		}
	}
	for _, p := range pairs {
		for i, word := range []string{"source", "target"} {
			if seen[i][p[i]]++; seen[i][p[i]] > most {
				v.errorf(codePairs, a.value, "%s: device %d is the %s of %d pairs", in, p[i], word, most+1)
				return
			}
			if !v.device(in, codePairs, a, p[i]) {
				return
			}
		}
	}
}

// channel verifies that a channel is used by one kind of operation.
func (v *verifier) channel(in *Instruction, a *Attribute) {
	id, ok := in.ChannelID()
	if !ok || id < 0 {
		v.errorf(codeAttribute, a.value, "channel_id: expected a number from 0")
		return
	}
	first := v.channels[id]
	if first == nil {
		v.channels[id] = in
		return
	}
	was, is := isTransfer(first), isTransfer(in)
	if was != is {
		v.errorf(codeChannel, a.value, "%s: channel %d is that of '%s', and of '%s' elsewhere", in, id,
			in.Opcode,
			first.Opcode).Note(first.span, "the other use")
	}
}

// isTransfer reports whether an instruction is a send, a recv or the done of one.
func isTransfer(in *Instruction) bool {
	_, base := in.Async()
	return base == "send" || base == "recv"
}

// aliases verifies input_output_alias.
func (v *verifier) aliases() {
	a := v.m.Attribute("input_output_alias")
	all, err := a.Aliases()
	if !v.keep(err) {
		return
	}
	var params []*Shape
	for _, p := range v.parameterList(v.m.Entry) {
		if p == nil {
			return // the numbers are reported
		}
		params = append(params, p.Shape)
	}
	outputs, inputs := map[string]bool{}, map[string]bool{}
	for _, alias := range all {
		out, in := indexText(-1, alias.Output), indexText(alias.Operand, alias.Index)
		switch {
		case outputs[out]:
			v.errorf(codeAlias, a.value, "input_output_alias: output %s has two aliases",
				braced(alias.Output))
			return
		case inputs[in]:
			v.errorf(codeAlias, a.value, "input_output_alias: part %s of parameter %d has two aliases",
				braced(alias.Index), alias.Operand)
			return
		}
		outputs[out], inputs[in] = true, true
		if !v.alias(a, alias, v.m.Entry.Root.Shape, params, "parameter") {
			return
		}
	}
}

// outputAliases verifies output_to_operand_aliasing.
func (v *verifier) outputAliases(in *Instruction, a *Attribute) {
	all, err := a.Aliases()
	if !v.keep(err) {
		return
	}
	var operands []*Shape
	for _, o := range in.Operands {
		operands = append(operands, o.Shape)
	}
	for _, alias := range all {
		if !v.alias(a, alias, in.Shape, operands, "operand") {
			return
		}
	}
}

// alias verifies that both parts of an alias exist, and have the same size.
func (v *verifier) alias(a *Attribute, alias Alias, result *Shape, inputs []*Shape, word string) bool {
	if alias.Operand < 0 || alias.Operand >= int64(len(inputs)) {
		v.errorf(codeAlias, a.value, "%s: there is no %s %d", a.Name, word, alias.Operand)
		return false
	}
	input := inputs[alias.Operand]
	if result == nil || input == nil {
		return true
	}
	out, in := result.At(alias.Output...), input.At(alias.Index...)
	switch {
	case out == nil:
		v.errorf(codeAlias, a.value, "%s: the result %s has no part %s", a.Name, result, braced(alias.Output))
	case in == nil:
		v.errorf(codeAlias, a.value, "%s: %s %d has shape %s, without part %s", a.Name, word, alias.Operand,
			input, braced(alias.Index))
	case out.Bytes() != in.Bytes():
		v.errorf(codeAlias, a.value, "%s: %s has %s, and %s of %s %d %d", a.Name, out,
			diag.Count(out.Bytes(), "byte"), in, word, alias.Operand, in.Bytes())
	default:
		return true
	}
	return false
}

func indexText(operand int64, index []int64) string {
	return diag.Sprintf("%d %v", operand, index)
}

// braced returns an index as HLO writes it.
func braced(index []int64) string {
	return string((&Layout{MinorToMajor: index}).append(nil))
}
