package machine

import (
	"slices"

	"github.com/inflight-compiler/inflight/ptx"
)

// Unbounded is the number of groups in flight where a loop commits without a wait.
const Unbounded = 1 << 20

// InFlight returns, for each wait by the number of its instruction, the most groups that can be in flight before it on any path,
// whether an execution takes that path or not.
func (k *Kernel) InFlight() map[int32]int {
	most := make([]int, len(k.ops)+1)
	for i := range most {
		most[i] = -1 // not reached
	}
	visits, bound := make([]int, len(k.ops)+1), k.finiteGroups()
	if len(k.ops) > 0 {
		most[0] = 0
	}
	for work := []int{0}; len(work) > 0 && len(k.ops) > 0; {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		if n == len(k.ops) {
			continue
		}
		out := k.afterward(n, most[n])
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
	waits := map[int32]int{}
	for n, in := range k.sites {
		if _, isWait := waitCount(in); isWait && most[n] >= 0 {
			waits[int32(n)] = most[n]
		}
	}
	return waits
}

// finiteGroups returns a number that groups in flight exceed only where a loop adds to them without end: on a path without loops
// each commit adds one, and a wait leaves at most as many as it says.
func (k *Kernel) finiteGroups() int {
	commits, largest := 0, 0
	for _, in := range k.sites {
		if count, isWait := waitCount(in); isWait {
			largest = max(largest, count)
		} else if in.Opcode == "cp" && in.Has("commit_group") {
			commits++
		}
	}
	return commits + largest + 2
}

// afterward returns how many groups are in flight behind an operation, at most.
func (k *Kernel) afterward(n, before int) int {
	in := k.sites[n]
	count, isWait := waitCount(in)
	switch {
	case in.Opcode == "cp" && in.Has("commit_group"):
		return min(before+1, Unbounded)
	case isWait && in.Guard == nil:
		return min(before, count)
	}
	return before
}

// waitCount returns how many groups a wait leaves in flight.
func waitCount(in *ptx.Instruction) (int, bool) {
	switch {
	case in.Opcode != "cp":
		return 0, false
	case in.Has("wait_all"):
		return 0, true
	case in.Has("wait_group"):
		return int(in.Operands[0].(*ptx.Immediate).Bits), true
	}
	return 0, false
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
		if slices.Contains([]string{"cp", "bar", "barrier", "mbarrier"}, in.Opcode) {
			sites = append(sites, int32(n))
		}
	}
	return sites
}
