package ranks

import (
	"slices"
)

// Order is the order of the items of each rank: what Repair moves. An item is an action, or what several
// actions are written as.
type Order [][]int

// Move says that the item at place From of a rank goes to place To, counted after it was taken out.
type Move struct{ Rank, From, To int }

// Repairer is what Repair asks about a system.
type Repairer struct {
	Transport Transport
	// Build makes the system of an order, and says which place each action of each rank comes from. It
	// returns nil if the order is not allowed.
	Build func(Order) (s *System, places [][]int)
	// Movable reports whether an item may change its place.
	Movable func(rank, item int) bool
}

const (
	// mostMoves is the largest number of moves that Repair searches for; with more needed, all transfers are
	// sorted by an order in which they can happen.
	mostMoves = 3
	// reach is how many places in front of what blocks, and behind what is awaited, a move goes.
	reach = 4
	// mostJudged bounds the number of actions in all systems that the search judges.
	mostJudged = 40_000_000
)

// Repair returns an order that does not block, with as few moves as the search finds: it first tries one
// move, then two and three, of the actions of a circle: what is awaited goes in front of what blocks, or what
// blocks goes behind. Without success it sorts the transfers by the order of an execution with unlimited
// slots, in which all ranks agree. It returns nil if the programs block with unlimited slots, too.
func (p *Repairer) Repair(order Order) (repaired Order, moves []Move) {
	s := &search{Repairer: p}
	for depth := 1; depth <= mostMoves; depth++ {
		if found, moves := s.try(order, depth); found != nil {
			return found, moves
		}
	}
	return p.sorted(order), nil
}

// search is the state of a search.
type search struct {
	*Repairer
	judged int
}

// try looks for an order that is at most depth moves away.
func (s *search) try(order Order, depth int) (Order, []Move) {
	system, places := s.Build(order)
	if system == nil || s.judged > mostJudged {
		return nil, nil
	}
	for r := range system.Ranks {
		s.judged += len(system.Ranks[r].Actions)
	}
	v := Judge(system, s.Transport)
	if v.Free() {
		return order, nil
	}
	if depth == 0 {
		return nil, nil
	}
	for _, m := range s.moves(order, v, places) {
		if found, moves := s.try(m.apply(order), depth-1); found != nil {
			return found, append([]Move{m}, moves...)
		}
	}
	return nil, nil
}

// apply returns the order after a move.
func (m Move) apply(order Order) Order {
	next := slices.Clone(order)
	list := slices.Clone(order[m.Rank])
	item := list[m.From]
	list = slices.Delete(list, m.From, m.From+1)
	next[m.Rank] = slices.Insert(list, m.To, item)
	return next
}

// moves returns the moves that change the first circle of a verdict, or the first pair that does not fit.
func (s *search) moves(order Order, v *Verdict, places [][]int) []Move {
	var all []Move
	add := func(rank, from, to int) {
		if to < 0 || to >= len(order[rank]) || from == to || !s.Movable(rank, order[rank][from]) {
			return
		}
		if m := (Move{rank, from, to}); !slices.Contains(all, m) {
			all = append(all, m)
		}
	}
	var between [][3]int // a rank, the place of what blocks, and that of what is awaited behind it
	if len(v.Circles) > 0 {
		steps := v.Circles[0].Steps
		for i := range steps {
			awaited, next := steps[i].Awaited, steps[(i+1)%len(steps)].Blocked
			if awaited.Rank == next.Rank {
				between = append(between, [3]int{int(awaited.Rank), places[next.Rank][next.Action],
					places[awaited.Rank][awaited.Action]})
			}
		}
	}
	for d := range reach {
		for _, x := range between {
			add(x[0], x[2], x[1]-d)
			add(x[0], x[1], x[2]+d)
		}
	}
	if len(between) == 0 && len(v.Mismatched) > 0 {
		for d := 1; d <= reach; d++ {
			for _, ref := range []Ref{v.Mismatched[0].First, v.Mismatched[0].Second} {
				at := places[ref.Rank][ref.Action]
				add(int(ref.Rank), at, at-d)
				add(int(ref.Rank), at, at+d)
			}
		}
	}
	return all
}

// sorted returns the order of an execution with unlimited slots, in which a message is sent and received at
// one moment: when it is received there.
func (p *Repairer) sorted(order Order) Order {
	s, places := p.Build(order)
	if s == nil {
		return nil
	}
	g := newEvents(s, Buffered)
	happened, list := g.happen()
	if len(list) < len(happened) {
		return nil
	}
	at := make([]int, len(happened))
	for i, e := range list {
		at[e] = i
	}
	next := make(Order, len(order))
	for r := range order {
		when := make(map[int]int) // the moment of the item at a place
		for i, place := range places[r] {
			x := g.first[r] + int32(i)
			moment := at[end(x)]
			if s.Ranks[r].Actions[i].Kind == Send {
				moment = at[end(g.partner[x])]
			}
			when[place] = max(when[place], moment)
		}
		perm := make([]int, len(order[r]))
		last := -1
		for i := range perm {
			perm[i] = i
			if moment, ok := when[i]; ok {
				last = moment
			} else {
				when[i] = last // nothing happens there: it stays behind what stood in front of it
			}
		}
		slices.SortStableFunc(perm, func(a, b int) int { return when[a] - when[b] })
		for _, i := range perm {
			next[r] = append(next[r], order[r][i])
		}
	}
	if s, _ := p.Build(next); s == nil || !Judge(s, p.Transport).Free() {
		return nil
	}
	return next
}
