package machine

import (
	"slices"

	"github.com/inflight-compiler/inflight/diag"
)

// This file finds accesses to registers of tcgen05.ld that no tcgen05.wait::ld has completed, by the flow of
// control: PTX ISA, "tcgen05.ld" and "tcgen05.wait".

// tensorRegisterHazards returns what is wrong with the registers of loads of tensor memory, on any path.
func (h *registerHazards) tensorRegisterHazards() {
	loads, byRegister := h.k.tensorLoads()
	if len(loads) == 0 {
		return
	}
	before := make([]productSet, len(h.k.ops)+1)
	before[0] = make(productSet, (len(loads)+63)/64)
	for work := []int{0}; len(work) > 0; {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		if n == len(h.k.ops) {
			continue
		}
		out := slices.Clone(before[n])
		in := h.k.sites[n]
		if i := slices.Index(loads, n); i >= 0 {
			out.add(i)
		} else if in.Opcode == "tcgen05" && in.Modifiers[0] == "wait::ld" && in.Guard == nil {
			clear(out)
		}
		for _, s := range successors(h.k.ops, n) {
			if before[s] == nil {
				before[s] = slices.Clone(out)
				work = append(work, s)
			} else if before[s].join(out) {
				work = append(work, s)
			}
		}
	}
	for n := range h.k.ops {
		if before[n] == nil {
			continue
		}
		does := &h.k.touched[n]
		for _, r := range slices.Concat(does.read, does.written) {
			for _, i := range byRegister[r] {
				if before[n].has(i) {
					h.reportLoad(n, loads[i])
				}
			}
		}
	}
}

// tensorLoads returns the loads of tensor memory, and which of them write a register.
func (k *Kernel) tensorLoads() (loads []int, byRegister map[int32][]int) {
	byRegister = map[int32][]int{}
	for n, in := range k.sites {
		if in.Opcode != "tcgen05" || in.Modifiers[0] != "ld" || k.ops[n].tells {
			continue
		}
		for _, r := range k.touched[n].written {
			byRegister[r] = append(byRegister[r], len(loads))
		}
		loads = append(loads, n)
	}
	return loads, byRegister
}

// reportLoad reports once that an operation accesses a register of a load.
func (h *registerHazards) reportLoad(n, load int) {
	if h.seen[[2]int{n, load}] || len(h.found) >= maxFindings {
		return
	}
	h.seen[[2]int{n, load}] = true
	const wait = "tcgen05.wait::ld.sync.aligned"
	d := diag.Errorf(codeRegister, h.k.sites[n].Span,
		"'%s' accesses a register that a load of tensor memory may "+
			"still write", h.k.sites[n].Name()).
		Note(h.k.sites[load].Span, "it is issued here").Suggest("put %s before", wait)
	h.fixes[d] = Fix{Text: wait, Site: int32(n)}
	h.found.Add(d)
}
