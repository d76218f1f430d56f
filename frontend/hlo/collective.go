package hlo

import (
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
)

// This file reads what collective operations state: channels, groups of devices, pairs of them.

// maxDevices bounds the number of devices in groups that are written as a range.
const maxDevices = 1 << 22

// ChannelID returns channel_id, and whether the instruction has one.
func (in *Instruction) ChannelID() (int64, bool) { return in.Attribute("channel_id").Int() }

// ReplicaGroups returns the groups of devices of replica_groups, from lists or from a range such as
// [2,4]<=[4,2]T(1,0). It is nil without the attribute and for {}, where all devices are one group.
func (in *Instruction) ReplicaGroups() ([][]int64, *diag.Diagnostic) {
	a := in.Attribute("replica_groups")
	if a == nil || strings.HasPrefix(a.Text, "{") {
		return a.Lists()
	}
	if !strings.HasPrefix(a.Text, "[") {
		return nil, diag.Errorf(codeAttribute, a.value,
			"replica_groups: expected lists as in {{0,1},{2,3}}, or a range as in [2,4]<=[8]")
	}
	return a.ranges()
}

// ranges reads [2,4]<=[4,2]T(1,0): the numbers 0 to 7 as an array of 4 by 2, transposed, then cut into 2
// groups of 4 numbers.
func (a *Attribute) ranges() ([][]int64, *diag.Diagnostic) {
	s := a.scanner()
	shape := s.bracketed('[', ']')
	s.open('<')
	s.open('=')
	from := s.bracketed('[', ']')
	var order []int64
	if s.take('T') {
		order = s.bracketed('(', ')')
	} else {
		for i := range from {
			order = append(order, int64(i))
		}
	}
	if err := s.end(); err != nil {
		return nil, err
	}
	n, ok := product(shape)
	m, ok2 := product(from)
	if !ok || !ok2 || n != m || len(shape) != 2 || !isPermutation(order, len(from)) {
		return nil, diag.Errorf(codeAttribute, a.value,
			"%s: expected [groups,devices]<=[sizes]T(order) with as "+
				"many devices on both sides, at most %d", a.Name, maxDevices)
	}
	flat := transposed(from, order, int(n))
	groups := make([][]int64, shape[0])
	for i := range groups {
		groups[i] = flat[int64(i)*shape[1] : int64(i+1)*shape[1]]
	}
	return groups, nil
}

// bracketed reads numbers with commas between brackets.
func (s *valueScanner) bracketed(open, end byte) []int64 {
	var list []int64
	s.open(open)
	for s.bad == nil && !s.take(end) {
		if len(list) > 0 {
			s.open(',')
		}
		list = append(list, s.int())
	}
	return list
}

// product multiplies sizes, which are positive and not too many devices.
func product(sizes []int64) (int64, bool) {
	n := int64(1)
	for _, s := range sizes {
		if s <= 0 || s > maxDevices || n*s > maxDevices {
			return 0, false
		}
		n *= s
	}
	return n, len(sizes) > 0
}

func isPermutation(order []int64, n int) bool {
	sorted := slices.Sorted(slices.Values(order))
	for i, v := range sorted {
		if v != int64(i) {
			return false
		}
	}
	return len(order) == n
}

// transposed returns the numbers from 0 as an array of some sizes, with its dimensions in another order.
func transposed(sizes, order []int64, n int) []int64 {
	strides := make([]int64, len(sizes))
	stride := int64(1)
	for i := len(sizes) - 1; i >= 0; i-- {
		strides[i] = stride
		stride *= sizes[i]
	}
	out := make([]int64, n)
	index := make([]int64, len(sizes))
	for i := range out {
		for d, o := range order {
			out[i] += index[d] * strides[o]
		}
		for d := len(order) - 1; d >= 0; d-- {
			if index[d]++; index[d] < sizes[order[d]] {
				break
			}
			index[d] = 0
		}
	}
	return out
}

// SourceTargetPairs returns source_target_pairs, nil without the attribute. Those of send and recv are the
// frontend attribute _xla_send_recv_source_target_pairs.
func (in *Instruction) SourceTargetPairs() ([][2]int64, *diag.Diagnostic) {
	if a := in.Attribute("source_target_pairs"); a != nil {
		return a.Pairs()
	}
	a := in.Attribute("frontend_attributes")
	for _, f := range a.Fields() {
		if f.Name == "_xla_send_recv_source_target_pairs" {
			inner := &Attribute{Name: f.Name, Text: f.String(), value: a.value}
			return inner.Pairs()
		}
	}
	return nil, nil
}

// FrontendAttribute returns a field of frontend_attributes without quotes, and whether the instruction has
// it.
func (in *Instruction) FrontendAttribute(name string) (string, bool) {
	return in.Attribute("frontend_attributes").Field(name)
}

// ControlPredecessors returns the instructions that control-predecessors names: each has completed before
// this one starts, though no data passes. Names that are no instructions of the computation are left out, and
// are errors of Verify.
func (in *Instruction) ControlPredecessors() []*Instruction {
	a := in.Attribute("control-predecessors")
	if a == nil {
		return nil
	}
	var all []*Instruction
	for _, name := range a.Names() {
		if p := in.Parent.Instruction(name); p != nil {
			all = append(all, p)
		}
	}
	return all
}
