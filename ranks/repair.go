package ranks

import "slices"

// Order is the order of the items of several lists: what Repair moves. A list is what is written one behind
// the other, such as the program of a rank or a block of a program that several ranks execute. An item is an
// action, or what several actions are written as.
type Order [][]int

// Place is the list and the place in it that an action comes from.
type Place struct{ List, At int }

// Move says that the item at place From of a list goes to place To, counted after it was taken out.
type Move struct{ List, From, To int }

// Repairer is what Repair asks about a system.
type Repairer struct {
	Transport Transport
	// Build makes the system of an order, and says which place each action of each rank comes from. It
	// returns nil if the order is not allowed.
	Build func(Order) (s *System, places [][]Place)
	// Movable reports whether an item may change its place.
	Movable func(list, item int) bool
	// Allowed reports whether an order is worth building; nil means that all are. It takes little time.
	Allowed func(Order) bool
	// Most is the number of orders that are built at most, 0 if only the number of their actions is bounded.
	Most int
}

// Repaired is an order that does not block.
type Repaired struct {
	Order Order
	// Moved is the number of items that are not where they were.
	Moved int
	// Least says that no order with fewer moved items is right. It is false if the search did not look at all
	// of them.
	Least bool
}

const (
	// mostMoves is the largest number of moves that Repair searches for.
	mostMoves = 4
	// shortList is the length up to which an item is tried at all places of its list, reach how far around
	// the other items of a circle it is tried in longer ones.
	shortList = 24
	reach     = 4
	// mostJudged bounds the number of actions in all systems that the search judges.
	mostJudged = 300_000
)

// Repair returns an order that does not block and in which everything fits, with as few moved items as it
// finds, and nil if it finds none. The system of the order as it is was built before.
//
// It tries one move, then two, up to mostMoves. An order with a circle is only right if an item of the circle
// has moved: as long as all of them follow each other as they did, the circle is there. So the next move is
// one of these items, to any place. An order in which what meets does not fit, or which is not allowed, is a
// step on the way if another item of the same list, or of the pair that does not fit, moves, too. In systems
// with short lists this finds the least number of moves (not with batches, which change with what stands next
// to each other). Without success it looks at the order of an execution with unlimited slots, in which all
// ranks agree, at rank parity (the even ranks send first and the odd ones receive first, or the other way
// round), and at one move after the other that leaves the fewest actions, and takes the best of these.
func (p *Repairer) Repair(order Order) *Repaired {
	system, _ := p.Build(order)
	if system == nil {
		return nil
	}
	v := Judge(system, p.Transport)
	if len(v.Unmatched)+len(v.Absent)+len(v.Groups) > 0 {
		return nil // no order mends that
	}
	s := &search{Repairer: p, whole: !p.Transport.Batches && len(v.Mismatched) == 0}
	for depth := range mostMoves + 1 {
		if found := s.try(order, depth, nil); found != nil {
			return &Repaired{found, moved(order, found), s.whole}
		}
	}
	return p.Take(order, p.sorted(order), s.greedy(order), p.parity(order, 0), p.parity(order, 1))
}

// Take returns the candidate with the fewest moved items of those with which nothing is wrong, nil if there
// is none.
func (p *Repairer) Take(order Order, candidates ...Order) *Repaired {
	var best *Repaired
	for _, found := range candidates {
		if found == nil {
			continue
		}
		if s, _ := p.Build(found); s == nil || !Judge(s, p.Transport).Free() {
			continue
		}
		if n := moved(order, found); best == nil || n < best.Moved {
			best = &Repaired{Order: found, Moved: n}
		}
	}
	return best
}

// moved returns the number of items that moved from one order to the other: those beyond the longest part of
// each list that is in its old order.
func moved(from, to Order) (n int) {
	for l, list := range to {
		place := make(map[int]int, len(list))
		for i, item := range from[l] {
			place[item] = i
		}
		var ends []int // the least end of an ascending part of each length
		for _, item := range list {
			i, _ := slices.BinarySearch(ends, place[item])
			if i == len(ends) {
				ends = append(ends, place[item])
			} else {
				ends[i] = place[item]
			}
		}
		n += len(list) - len(ends)
	}
	return n
}

// apply returns the order after a move.
func (m Move) apply(order Order) Order {
	next := slices.Clone(order)
	list := slices.Clone(order[m.List])
	item := list[m.From]
	list = slices.Delete(list, m.From, m.From+1)
	next[m.List] = slices.Insert(list, m.To, item)
	return next
}

// sorted returns the order of an execution with unlimited slots, in which a message is sent and received at
// one moment: when it is received there. It returns nil if the programs block with unlimited slots, too.
func (p *Repairer) sorted(order Order) Order {
	s, places := p.Build(order)
	g := newEvents(s, Buffered)
	happened, list := g.happen()
	if len(list) < len(happened) {
		return nil
	}
	at := make([]int, len(happened))
	for i, e := range list {
		at[e] = i
	}
	when := make(map[Place]int) // the moment of the item at a place
	for r := range places {
		for i, place := range places[r] {
			x := g.first[r] + int32(i)
			moment := at[end(x)]
			if s.Ranks[r].Actions[i].Kind == Send {
				moment = at[end(g.partner[x])]
			}
			when[place] = max(when[place], moment)
		}
	}
	next := make(Order, len(order))
	for l := range order {
		perm, last := make([]int, len(order[l])), -1
		for i := range perm {
			perm[i] = i
			if moment, ok := when[Place{l, i}]; ok {
				last = moment
			} else {
				when[Place{l, i}] = last // nothing happens there: it stays behind what stood in front of it
			}
		}
		slices.SortStableFunc(perm, func(a, b int) int { return when[Place{l, a}] - when[Place{l, b}] })
		for _, i := range perm {
			next[l] = append(next[l], order[l][i])
		}
	}
	return next
}

// parity returns the order in which the sends between two items that do not move stand in front of the
// receives on the ranks of one parity, and behind them on the others. It returns nil if a list is executed by
// ranks of both parities.
func (p *Repairer) parity(order Order, sendFirst int) Order {
	s, places := p.Build(order)
	kinds := make(map[Place]Kind)
	rank := make([]int, len(order)) // the rank of each list, plus 1
	for r := range places {
		for i, place := range places[r] {
			kinds[place] = s.Ranks[r].Actions[i].Kind
			if old := rank[place.List]; old != 0 && (old-1-r)%2 != 0 {
				return nil
			}
			rank[place.List] = r + 1
		}
	}
	next := make(Order, len(order))
	for l, list := range order {
		first := Send
		if rank[l]%2 == sendFirst%2 { // rank+1 is odd on the even ranks
			first = Recv
		}
		next[l] = slices.Clone(list)
		for from := 0; from < len(list); {
			to := from
			for to < len(list) && p.Movable(l, list[to]) && (kinds[Place{l, to}] == Send ||
				kinds[Place{l, to}] == Recv) {
				to++
			}
			var front, back []int
			for i := from; i < to; i++ {
				if kinds[Place{l, i}] == first {
					front = append(front, list[i])
				} else {
					back = append(back, list[i])
				}
			}
			copy(next[l][from:to], append(front, back...))
			from = to + 1
		}
	}
	return next
}
