package formregions

import (
	"cmp"
	"slices"
)

// timing says when each part of a plan starts and ends, by the number of the part.
type timing struct{ start, end []int64 }

// clock tells how long the parts of a plan take on some machine. They are issued in an order that it is given.
type clock interface {
	time(p *plan, order []int32, before [][]int32) timing
}

// workers is a machine with some threads that all are as fast: each part takes its cost on the first that is idle. The host issues one
// part after the other, which takes time as well.
type workers struct {
	count int
	spawn int64 // what it costs to issue a part
}

func (w workers) time(p *plan, order []int32, before [][]int32) timing {
	t := timing{make([]int64, len(p.parts)), make([]int64, len(p.parts))}
	idle := make([]int64, w.count)
	host := int64(0)
	for _, part := range order {
		host += w.spawn
		start := host
		for _, b := range before[part] {
			start = max(start, t.end[b])
		}
		on := 0
		for i, from := range idle {
			if from < idle[on] {
				on = i
			}
		}
		start = max(start, idle[on])
		t.start[part], t.end[part] = start, start+p.cost(part)
		idle[on] = t.end[part]
	}
	return t
}

// cost returns what the operations of a part cost together.
func (p *plan) cost(part int32) (sum int64) {
	for _, n := range p.parts[part] {
		sum += p.nodes[n].cost
	}
	return sum
}

// judge says which of two plans is better: by the time they take, and by how much memory they need more than there is.
type judge struct {
	clock   clock
	budget  int64 // in bytes; 0 if memory does not count
	penalty int64 // what a budget more costs, in times that the program takes in order
	serial  int64 // that time
}

// verdict is what a judge says of a plan; less is better.
type verdict struct {
	makespan, peak int64
	score          float64
	timing         timing
}

// of judges a plan; ok is false if it cannot be run.
func (j *judge) of(p *plan) (v verdict, ok bool) {
	order, before, ok := p.order()
	if !ok {
		return v, false
	}
	v.timing = j.clock.time(p, order, before)
	for _, end := range v.timing.end {
		v.makespan = max(v.makespan, end)
	}
	v.peak = p.peak(v.timing)
	v.score = float64(v.makespan)
	if j.budget > 0 && v.peak > j.budget {
		v.score += float64(j.serial) * float64(j.penalty) * float64(v.peak-j.budget) / float64(j.budget)
	}
	return v, true
}

// change is a moment at which the memory in use changes.
type change struct {
	at    int64
	bytes int64
	part  int32
}

// changes returns how the memory in use changes over time: a part has what it allocates from its start, and takes away what it
// frees at its end, before anything else starts at the same time.
func (p *plan) changes(t timing) []change {
	var list []change
	for part, nodes := range p.parts {
		alloc, free := int64(0), int64(0)
		for _, n := range nodes {
			alloc, free = alloc+p.nodes[n].alloc, free+p.nodes[n].free
		}
		if alloc > 0 {
			list = append(list, change{t.start[part], alloc, int32(part)})
		}
		if free > 0 {
			list = append(list, change{t.end[part], -free, int32(part)})
		}
	}
	slices.SortFunc(list, func(a, b change) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.bytes, b.bytes)) })
	return list
}

// peak returns the most memory in use at any time, in bytes.
func (p *plan) peak(t timing) (peak int64) {
	used := int64(0)
	for _, c := range p.changes(t) {
		used += c.bytes
		peak = max(peak, used)
	}
	return peak
}

// sequential returns the time that the nodes take in order, and the most memory in use meanwhile.
func sequential(nodes []*node) (time, peak int64) {
	used := int64(0)
	for _, n := range nodes {
		time += n.cost
		used += n.alloc
		peak = max(peak, used)
		used -= n.free
	}
	return time, peak
}
