package hlo

import (
	"math"
	"slices"

	"github.com/inflight-compiler/inflight/diag"
)

// This file reads what collective operations state: channels, pairs of devices; groups.go has groups.

// ChannelID returns channel_id, and whether the instruction has one.
func (in *Instruction) ChannelID() (int64, bool) { return in.Attribute("channel_id").Int() }

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

// product multiplies sizes, which are positive.
func product(sizes []int64) (int64, bool) {
	n := int64(1)
	for _, s := range sizes {
		if s <= 0 || n > math.MaxInt64/s {
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
