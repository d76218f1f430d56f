package ranks

// events is the graph of the events of a system under a transport: each event happens after all of its
// predecessors. The start of action i is event 2i, its end event 2i+1; behind them stand the issues, the ends
// of batches and the meetings of collectives.
type events struct {
	*matching
	// list is the predecessors of event e: list[from[e]:from[e+1]]. The issue and the start stand in front,
	// so that a walk back to the cause of a block takes them first.
	list, from []int32
	// never says that the event can not happen, because no partner exists.
	never []bool
	// action is the action of each event, none for meetings.
	action []int32
}

func start(i int32) int32 { return 2 * i }
func end(i int32) int32   { return 2*i + 1 }

// eventBuilder collects the edges of the graph.
type eventBuilder struct {
	*matching
	system    *System
	transport Transport
	edges     [][2]int32 // predecessor, event
	action    []int32
	never     []bool
}

func newEvents(s *System, t Transport) *events {
	m := match(s, t)
	b := &eventBuilder{matching: m, system: s, transport: t, never: make([]bool, 2*len(m.refs))}
	for i := range m.refs {
		b.action = append(b.action, int32(i), int32(i))
	}
	for r := range s.Ranks {
		b.rank(int32(r))
	}
	for i := range m.refs {
		b.ends(int32(i))
	}
	b.meet()
	return b.graph()
}

func (b *eventBuilder) event(action int32) int32 {
	b.action = append(b.action, action)
	b.never = append(b.never, false)
	return int32(len(b.action) - 1)
}

func (b *eventBuilder) after(event, predecessor int32) {
	if predecessor != none {
		b.edges = append(b.edges, [2]int32{predecessor, event})
	}
}

// rank adds the order of the actions of a rank: by its host, its queues, and what actions come after.
func (b *eventBuilder) rank(r int32) {
	actions, first := b.system.Ranks[r].Actions, b.first[r]
	issued, blocked := none, none
	queued := filled(len(b.system.Ranks[r].Queues)) // the end of the last action of each queue
	for i := 0; i < len(actions); {
		n := 1
		for b.transport.Batches && actions[i].Batch != 0 && i+n < len(actions) &&
			actions[i+n].Batch == actions[i].Batch {
			n++
		}
		lead := &actions[i]
		issue := b.event(first + int32(i))
		b.after(issue, issued)
		b.after(issue, blocked)
		for j := i; j < i+n; j++ {
			x := first + int32(j)
			b.after(start(x), issue)
			for _, before := range actions[j].After {
				b.after(start(x), end(first+before))
			}
			if lead.Queue != Host {
				b.after(start(x), queued[lead.Queue])
			}
		}
		done := end(first + int32(i))
		if n > 1 {
			done = b.event(first + int32(i))
			for j := i; j < i+n; j++ {
				b.after(done, end(first+int32(j)))
			}
		}
		if issued, blocked = issue, none; lead.Blocks() {
			blocked = done
		}
		if lead.Queue != Host {
			queued[lead.Queue] = done
		}
		i += n
	}
}

// ends adds what the end of an action waits for.
func (b *eventBuilder) ends(i int32) {
	b.after(end(i), start(i))
	a := b.system.Action(b.refs[i])
	if !a.Transfers() {
		return
	}
	partner := b.partner[i]
	switch buffers := b.transport.Slots != 0; {
	case !buffers && partner == none, a.Kind == Recv && partner == none:
		b.never[end(i)] = true
	case !buffers:
		b.after(end(i), start(partner))
	case a.Kind == Recv:
		b.after(end(i), end(partner))
		if b.before[i] != none {
			b.after(end(i), end(b.before[i]))
		}
	default:
		b.slotOf(i)
	}
}

// slotOf adds that a send waits for the send before it, and for a slot.
func (b *eventBuilder) slotOf(i int32) {
	if b.before[i] != none {
		b.after(end(i), end(b.before[i]))
	}
	switch slot := b.slot[i]; slot {
	case none:
	case never:
		b.never[end(i)] = true
	default:
		b.after(end(i), end(slot))
	}
}

// meet adds that collectives end after all members have started.
func (b *eventBuilder) meet() {
	met := make([]bool, len(b.refs))
	for _, members := range b.meetings {
		meeting := b.event(none)
		for _, x := range members {
			b.after(meeting, start(x))
			b.after(end(x), meeting)
			met[x] = true
		}
	}
	for i, ref := range b.refs {
		if b.system.Action(ref).Kind == Collective && !met[i] {
			b.never[end(int32(i))] = true
		}
	}
}

// graph sorts the edges by event. The order of the edges of one event is kept.
func (b *eventBuilder) graph() *events {
	g := &events{matching: b.matching, never: b.never, action: b.action}
	g.from = make([]int32, len(b.action)+1)
	for _, e := range b.edges {
		g.from[e[1]+1]++
	}
	for i := range b.action {
		g.from[i+1] += g.from[i]
	}
	g.list = make([]int32, len(b.edges))
	next := append([]int32(nil), g.from...)
	for _, e := range b.edges {
		g.list[next[e[1]]] = e[0]
		next[e[1]]++
	}
	return g
}

func (g *events) before(e int32) []int32 { return g.list[g.from[e]:g.from[e+1]] }

// happen returns which events happen, and these in an order in which they can.
func (g *events) happen() (happened []bool, order []int32) {
	n := len(g.action)
	missing, to, next := make([]int32, n), make([]int32, n+1), make([]int32, len(g.list))
	for _, p := range g.list {
		to[p+1]++
	}
	for i := range n {
		to[i+1] += to[i]
		missing[i] = g.from[i+1] - g.from[i]
	}
	place := append([]int32(nil), to...)
	for e := range int32(n) {
		for _, p := range g.before(e) {
			next[place[p]] = e
			place[p]++
		}
	}
	happened = make([]bool, n)
	for e := range int32(n) {
		if missing[e] == 0 && !g.never[e] {
			order = append(order, e)
		}
	}
	for i := 0; i < len(order); i++ {
		e := order[i]
		happened[e] = true
		for _, x := range next[to[e]:to[e+1]] {
			if missing[x]--; missing[x] == 0 && !g.never[x] {
				order = append(order, x)
			}
		}
	}
	return happened, order
}
