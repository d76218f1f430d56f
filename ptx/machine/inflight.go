package machine

import (
	"slices"

	"github.com/inflight-compiler/inflight/ptx"
)

// Unbounded is the number of groups in flight where a loop commits without a wait.
const Unbounded = 1 << 20

// InFlight returns, for each wait by the number of its instruction, the most groups of its queue that can be
// in flight before it on any path, whether an execution takes that path or not.
func (k *Kernel) InFlight() map[int32]int {
	waits := map[int32]int{}
	for q := range queue(onBarrier) {
		if slices.ContainsFunc(k.sites, func(in *ptx.Instruction) bool {
			_, isWait := waitOf(in, q)
			return isWait
		}) {
			k.inFlight(q, waits)
		}
	}
	return waits
}

// inFlight adds the waits for one queue.
func (k *Kernel) inFlight(q queue, waits map[int32]int) {
	most := make([]int, len(k.ops)+1)
	for i := range most {
		most[i] = -1 // not reached
	}
	visits, bound := make([]int, len(k.ops)+1), k.finiteGroups(q)
	if len(k.ops) > 0 {
		most[0] = 0
	}
	for work := []int{0}; len(work) > 0 && len(k.ops) > 0; {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		if n == len(k.ops) {
			continue
		}
		out := k.afterward(q, n, most[n])
		if visits[n]++; visits[n] > bound { // it grows round after round
			out = Unbounded
		}
		for _, s := range successors(k.ops, n) {
			if out > most[s] {
				most[s] = out
				work = append(work, s)
			}
		}
	}
	for n, in := range k.sites {
		if _, isWait := waitOf(in, q); isWait && most[n] >= 0 {
			waits[int32(n)] = most[n]
		}
	}
}

// finiteGroups returns a number that groups in flight exceed only where a loop adds to them without end: on a
// path without loops each commit adds one, and a wait leaves at most as many as it says.
func (k *Kernel) finiteGroups(q queue) int {
	committed, largest := 0, 0
	for _, in := range k.sites {
		if count, isWait := waitOf(in, q); isWait {
			largest = max(largest, count)
		} else if commits(in, q) {
			committed++
		}
	}
	return committed + largest + 2
}

// afterward returns how many groups are in flight behind an operation, at most.
func (k *Kernel) afterward(q queue, n, before int) int {
	in := k.sites[n]
	count, isWait := waitOf(in, q)
	switch {
	case commits(in, q):
		return min(before+1, Unbounded)
	case isWait && in.Guard == nil && !in.Has("read"):
		return min(before, count)
	}
	return before
}

// waitCount returns how many groups a wait leaves in flight.
func waitCount(in *ptx.Instruction) (int, bool) {
	switch {
	case in.Opcode != "cp" && in.Opcode != "wgmma":
		return 0, false
	case in.Has("wait_all"):
		return 0, true
	case in.Has("wait_group"):
		return int(in.Operands[0].(*ptx.Immediate).Bits), true
	}
	return 0, false
}

// waitOf is waitCount for the waits of a queue.
func waitOf(in *ptx.Instruction, q queue) (int, bool) {
	if queueOf(in) != q {
		return 0, false
	}
	return waitCount(in)
}

// commits reports whether an instruction commits a group of a queue.
func commits(in *ptx.Instruction, q queue) bool {
	return (in.Opcode == "cp" || in.Opcode == "wgmma") && in.Has("commit_group") && queueOf(in) == q
}

// Waits returns the numbers of the waits for groups, with their counts, in order.
func (k *Kernel) Waits() (sites []int32, counts []int) {
	for n, in := range k.sites {
		if count, isWait := waitCount(in); isWait {
			sites, counts = append(sites, int32(n)), append(counts, count)
		}
	}
	return sites, counts
}

// Synchronization returns the numbers of the instructions that copy, commit, wait and meet, in order.
func (k *Kernel) Synchronization() []int32 {
	var sites []int32
	for n, in := range k.sites {
		if slices.Contains([]string{"cp", "bar", "barrier", "mbarrier", "wgmma", "tcgen05"}, in.Opcode) {
			sites = append(sites, int32(n))
		}
	}
	return sites
}
