package fromhlo

import (
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/frontend/hlo"
	"github.com/inflight-compiler/inflight/ranks"
)

// devices is which device a rank is. Rank r is partition r mod partitions of replica r / partitions.
type devices struct {
	rank, count          int32
	replicas, partitions int64
	// counted says that the header states as many devices as there are ranks. If not, the header states one
	// device or none, and the numbers in groups and pairs are ranks.
	counted bool
}

func newDevices(m *hlo.Module, rank, count int32) (devices, error) {
	d := devices{rank: rank, count: count, replicas: 1, partitions: 1}
	if n, ok := m.Replicas(); ok {
		d.replicas = n
	}
	if n, ok := m.Partitions(); ok {
		d.partitions = n
	}
	if d.replicas < 1 || d.partitions < 1 || d.replicas > 1<<30 || d.partitions > 1<<30 {
		return d, diag.Errorf(ranks.CodeIncomplete, m.Span(), "the number of devices is not one")
	}
	n := d.replicas * d.partitions
	if d.counted = n == int64(count); !d.counted && n != 1 {
		return d, diag.Errorf(ranks.CodeIncomplete, m.Span(), "the module is for %s, and there are %s",
			diag.Count(n, "device"), diag.Count(int(count), "rank"))
	}
	return d, nil
}

func has(list []int32, r int32) bool { return slices.Contains(list, r) }

// device returns the rank of a device in the pairs of an instruction: a partition of the own replica if the
// instruction has a channel, and a replica of the own partition if not.
func (d *devices) device(in *hlo.Instruction, n int64) (int32, bool) {
	id, ok := in.ChannelID()
	r := n
	switch {
	case !d.counted || d.replicas == 1 || d.partitions == 1:
	case ok && id > 0:
		if n >= d.partitions {
			return 0, false
		}
		r = int64(d.rank)/d.partitions*d.partitions + n
	default:
		r = n*d.partitions + int64(d.rank)%d.partitions
	}
	return int32(r), n >= 0 && r < int64(d.count)
}

// connected returns the devices that the pairs of a collective-permute connect with each other, as groups.
func (d *devices) connected(in *hlo.Instruction) ([][]int32, error) {
	pairs, problem := in.SourceTargetPairs()
	if problem != nil {
		return nil, problem
	}
	next := map[int32][]int32{}
	var all []int32
	for _, p := range pairs {
		a, ok := d.device(in, p[0])
		b, known := d.device(in, p[1])
		if !ok || !known {
			return nil, incomplete(in, "there is no device %d or no device %d among %s", p[0], p[1],
				diag.Count(int(d.count), "rank"))
		}
		next[a], next[b] = append(next[a], b), append(next[b], a)
		all = append(all, a, b)
	}
	var groups [][]int32
	seen := map[int32]bool{}
	for _, a := range all {
		if seen[a] {
			continue
		}
		seen[a] = true
		group := []int32{a}
		for i := 0; i < len(group); i++ {
			for _, b := range next[group[i]] {
				if !seen[b] {
					seen[b] = true
					group = append(group, b)
				}
			}
		}
		slices.Sort(group)
		groups = append(groups, group)
	}
	return groups, nil
}

// groups returns the groups of ranks of a collective, nil if the module is for one device, which meets
// nobody.
func (d *devices) groups(in *hlo.Instruction) ([][]int32, error) {
	lists, problem := in.ReplicaGroups()
	if problem != nil {
		return nil, problem
	}
	if !d.counted {
		switch {
		case len(lists) == 1 && len(lists[0]) == 1 && lists[0][0] == 0:
			return nil, nil
		case len(lists) == 0:
			return nil, incomplete(in,
				"all devices take part, and the header does not say how many there are "+
					"(num_partitions, replica_count)")
		}
		return d.expand(in, lists, func(n int64) []int64 { return []int64{n} })
	}
	id, ok := in.ChannelID()
	ok = ok && id > 0
	use := in.Attribute("use_global_device_ids")
	by := in.Opcode
	reduces := len(by) > 4 && (by[:4] == "all-" && by[:6] != "all-to" || by[:4] == "redu")
	own, replica := int64(d.rank)%d.partitions, int64(d.rank)/d.partitions
	limit, one := d.replicas, func(n int64) []int64 { return []int64{n*d.partitions + own} }
	switch {
	case ok && use.Bool():
		limit, one = int64(d.count), func(n int64) []int64 { return []int64{n} }
	case ok && reduces: // the partitions of the replicas
		one = func(n int64) []int64 {
			var all []int64
			for p := range d.partitions {
				all = append(all, n*d.partitions+p)
			}
			return all
		}
	case ok && d.partitions > 1:
		limit, one = d.partitions, func(n int64) []int64 { return []int64{replica*d.partitions + n} }
	}
	if len(lists) == 0 {
		all := make([]int64, limit)
		for i := range all {
			all[i] = int64(i)
		}
		lists = [][]int64{all}
	}
	for _, l := range lists {
		for _, n := range l {
			if n < 0 || n >= limit {
				return nil, incomplete(in, "a group has the number %d, and there are %d", n, limit)
			}
		}
	}
	return d.expand(in, lists, one)
}

// expand makes groups of ranks of groups of numbers.
func (d *devices) expand(in *hlo.Instruction, lists [][]int64, one func(int64) []int64) ([][]int32, error) {
	groups := make([][]int32, len(lists))
	for i, l := range lists {
		for _, n := range l {
			for _, r := range one(n) {
				if r < 0 || r >= int64(d.count) {
					return nil, incomplete(in, "a group has the device %d, and there are %s", r,
						diag.Count(int(d.count), "rank"))
				}
				groups[i] = append(groups[i], int32(r))
			}
		}
		slices.Sort(groups[i])
	}
	return groups, nil
}
