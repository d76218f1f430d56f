package ranks

import "slices"

// search is the state of a search for few moves.
type search struct {
	*Repairer
	judged int
	built  int
	whole  bool // nothing was left out so far
}

// build builds an order and counts its actions. It returns nil if it is not allowed.
func (s *search) build(order Order) (*System, [][]Place) {
	s.judged += 16
	if s.Allowed != nil && !s.Allowed(order) {
		return nil, nil
	}
	s.built++
	system, places := s.Build(order)
	if system != nil {
		for r := range system.Ranks {
			s.judged += len(system.Ranks[r].Actions)
		}
	}
	return system, places
}

// spent reports whether the search has done as much as it may.
func (s *search) spent() bool { return s.judged > mostJudged || s.Most > 0 && s.built > s.Most }

// try looks for an order that is at most depth moves away, the last of which was last.
func (s *search) try(order Order, depth int, last *Move) Order {
	if s.spent() {
		s.whole = false
		return nil
	}
	system, places := s.build(order)
	var v *Verdict
	if system != nil {
		if v = Judge(system, s.Transport); v.Free() {
			return order
		}
	}
	if depth == 0 {
		return nil
	}
	for _, m := range s.moves(order, v, places, last) {
		if found := s.try(m.apply(order), depth-1, &m); found != nil {
			return found
		}
	}
	return nil
}

// greedy makes the move that leaves the fewest actions that never end, as long as there is one.
func (s *search) greedy(order Order) Order {
	s.judged, s.built = 0, 0
	for left := -1; ; {
		system, places := s.build(order)
		v := Judge(system, s.Transport)
		if v.Free() {
			return order
		}
		if left >= 0 && v.Left >= left || s.spent() {
			return nil
		}
		left = v.Left
		least, best := left, Order(nil)
		for _, m := range s.moves(order, v, places, nil) {
			next := m.apply(order)
			system, _ := s.build(next)
			if system == nil || s.spent() {
				continue
			}
			if w := Judge(system, s.Transport); len(w.Mismatched) == 0 && w.Left < least {
				least, best = w.Left, next
			}
		}
		if best == nil {
			return nil
		}
		order = best
	}
}

// moves returns the moves of the items of which one has to move: those of the first circle of a verdict, of
// the first pair that does not fit, or, if there is no verdict because the order is not allowed, of the list
// of the last move.
func (s *search) moves(order Order, v *Verdict, places [][]Place, last *Move) []Move {
	var items []Place
	add := func(p Place) {
		if s.Movable(p.List, order[p.List][p.At]) && !slices.Contains(items, p) {
			items = append(items, p)
		}
	}
	of := func(refs ...Ref) {
		for _, ref := range refs {
			add(places[ref.Rank][ref.Action])
		}
	}
	wrong := v == nil || len(v.Mismatched) > 0
	switch {
	case v != nil && len(v.Mismatched) > 0:
		of(v.Mismatched[0].First, v.Mismatched[0].Second)
	case v != nil && len(v.Circles) > 0:
		of(v.Circles[0].walk...)
	}
	if wrong && last != nil {
		if len(order[last.List]) > shortList {
			s.whole = false
		}
		for at := max(0, last.To-shortList/2); at < min(len(order[last.List]), last.To+shortList/2); at++ {
			add(Place{last.List, at})
		}
	}
	var all []Move
	for _, p := range items {
		all = s.to(all, order, p, items)
	}
	slices.SortStableFunc(all, func(a, b Move) int { return a.length() - b.length() })
	return all
}

// length is how many places a move goes.
func (m Move) length() int { return max(m.To-m.From, m.From-m.To) }

// to adds the moves of an item: to all places of a short list, and around the other items in a long one.
func (s *search) to(all []Move, order Order, p Place, items []Place) []Move {
	list := order[p.List]
	near := func(to int) bool {
		if len(list) <= shortList {
			return true
		}
		return slices.ContainsFunc(items, func(q Place) bool {
			return q.List == p.List && to >= q.At-reach && to <= q.At+reach
		})
	}
	if len(list) > shortList {
		s.whole = false
	}
	for to := range list {
		if to != p.At && near(to) {
			all = append(all, Move{p.List, p.At, to})
		}
	}
	return all
}
