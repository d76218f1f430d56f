package judge

import (
	"context"
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/frontend/hlo"
)

// trace is what a device does with other devices, in order. All devices of a module do the same, but for
// branches that they take apart.
type trace struct {
	sequence []step
	messages int // in the sequence and in the branches of its conditionals
	devices  *devices
	looped   int        // loops that are executed
	waited   []*message // in the order in which they were waited for
	passed   arguments
}

// step posts a message, waits for one, or goes through one of the branches of a conditional.
type step struct {
	message *message
	wait    bool
	at      *site
	choice  *choice // nil for messages
}

// message is a send, a receive or a collective that was started.
type message struct {
	at     *site
	kind   string
	waited bool
	looped bool
	pairs  [][2]int64
	groups [][]int64
}

// mostTrace is how many messages a trace has at most; what comes behind is not judged for circles.
const mostTrace = 100000

// post notes that an operation has been started. A group starts all that its computation communicates.
func (w *walk) post(o *operation) {
	if !o.start.in.IsGroup() {
		o.posted = w.messageOf(o.start, o.posted)
		return
	}
	for _, in := range wrapped(o.start.in).Instructions {
		o.posted = w.messageOf(&site{in: in, caller: o.start}, o.posted)
	}
}

// postSynchronous notes a collective that has completed when the next instruction begins.
func (w *walk) postSynchronous(s *site) {
	for _, m := range w.messageOf(s, nil) {
		w.waitFor(m, s)
	}
}

// messageOf enters a message into the trace, and appends it to a list. An instruction that is none leaves the
// list as it is.
func (w *walk) messageOf(s *site, all []*message) []*message {
	kind := operationKind(s.in)
	if !isCollective[kind] &&
		(kind != "send" && kind != "recv" || s.in.Attribute("is_host_transfer").Bool()) ||
		w.trace.messages > mostTrace || w.oneOfSeveral {
		return all
	}
	m := &message{at: s, kind: kind, looped: w.looped > 0}
	if isCollective[kind] {
		m.groups = w.devices.of(s.in)
	} else {
		pairs, err := s.in.SourceTargetPairs()
		if err != nil {
			return all
		}
		if pairs == nil {
			w.tellNoPairs(s.in)
			return all
		}
		m.pairs = pairs
	}
	w.trace.messages++
	w.trace.sequence = append(w.trace.sequence, step{message: m, at: s})
	return append(all, m)
}

// tellNoPairs tells that nothing says which devices a send or a receive connects, once.
func (w *walk) tellNoPairs(in *hlo.Instruction) {
	if !w.seen[hazardKey{code: codeNotJudged, a: in}] {
		w.seen[hazardKey{code: codeNotJudged, a: in}] = true
		w.report.unjudged(in,
			"%s does not say which devices it connects (_xla_send_recv_source_target_pairs): "+
				"whether its transfer ends is not judged", in)
	}
}

// wait notes that an operation has been waited for.
func (w *walk) wait(o *operation, s *site) {
	for _, m := range o.posted {
		if !m.waited {
			w.waitFor(m, s)
		}
	}
}

func (w *walk) waitFor(m *message, s *site) {
	m.waited = true
	w.trace.waited = append(w.trace.waited, m)
	w.trace.sequence = append(w.trace.sequence, step{message: m, wait: true, at: s})
}

// transfer is what one send hands to one receive: the n-th from a source to a target on a channel. A channel
// that has sends only or receives only is none: modules for GPUs give each send and each receive a channel of
// its own, and their transfers meet by the devices and the order.
type transfer struct {
	channel, source, target int64
	n                       int
}

// exchange executes the trace on all devices.
type exchange struct {
	steps   map[int64][]step // of each device
	all     []step           // of devices that take different branches
	longest int
	devices []int64
	at      map[int64]int // the step of each device
	posted  map[*message]map[int64]bool
	partner map[*message]map[int64]*message // by the device that has the message
	member  map[*message]map[int64][]int64  // who must have started a collective
	blocked map[int64]waiting
}

// waiting is what a device waits for: that another one starts a message.
type waiting struct {
	message *message // nil if nothing will ever start it
	device  int64
}

// findCircles executes sends, receives and collectives on all devices, and reports those that never end.
// Where only collectives are, and nothing says that devices take branches apart, all devices reach them in
// one order.
func (w *walk) findCircles() {
	if !communicates(w.trace.sequence) {
		return
	}
	for _, s := range w.trace.sequence {
		s.each(func(s step) { w.tellUnknown(s.message.at.in) })
	}
	c := newChoices(w.trace.sequence, w.devices)
	stuck, took := c.together(w.ctx)
	switch {
	case c.tooMany:
		var some step // a message of the first step
		w.trace.sequence[0].each(func(s step) { some = s })
		w.report.unjudged(some.at.in, "%s with %s are not judged for circles: they are too many",
			diag.Count(len(c.devices), "device"), diag.Count(w.trace.messages, "message"))
	case stuck != nil:
		w.reportStuck(stuck, func(d *diag.Diagnostic) { c.tellBranches(d, took) })
	default:
		c.tellApart(w)
	}
}

// communicates reports whether devices can wait for each other: they send or receive, or take branches apart
// in which there are collectives.
func communicates(all []step) (is bool) {
	for _, s := range all {
		is = is || s.choice != nil && s.choice.differs
		s.each(func(s step) { is = is || s.message.pairs != nil })
	}
	return is
}

// newExchange prepares an execution. groups are the devices that take part, those that do the same in one
// group, and stepsOf is what each of them does.
func newExchange(groups [][]int64, channelOf func(m *message) int64,
	stepsOf func(device int64) []step) *exchange {
	x := &exchange{steps: map[int64][]step{}, at: map[int64]int{}, posted: map[*message]map[int64]bool{},
		partner: map[*message]map[int64]*message{}, member: map[*message]map[int64][]int64{},
		blocked: map[int64]waiting{}}
	counts := map[transfer]int{}
	sends, receives := map[transfer]*message{}, map[transfer]*message{}
	var all []step
	for _, g := range groups {
		steps := stepsOf(g[0])
		all = append(all, steps...)
		x.longest = max(x.longest, len(steps))
		for _, id := range g {
			x.steps[id], x.at[id] = steps, 0
			x.devices = append(x.devices, id)
		}
	}
	x.all = all
	for _, g := range groups {
		for _, s := range x.steps[g[0]] {
			m := s.message
			if x.posted[m] == nil {
				x.posted[m] = map[int64]bool{}
			}
			if s.wait {
				continue
			}
			side, end := sends, 0
			if m.kind == "recv" {
				side, end = receives, 1
			}
			channel := channelOf(m)
			for _, p := range m.pairs {
				if _, member := slices.BinarySearch(g, p[end]); !member {
					continue
				}
				t := transfer{channel: channel, source: p[0], target: p[1]}
				if m.kind == "recv" {
					t.n = -1
				}
				n := counts[t]
				counts[t]++
				t.n = n
				side[t] = m
			}
		}
	}
	for t, send := range sends {
		x.setPartner(send, t.source, receives[t])
	}
	for t, receive := range receives {
		x.setPartner(receive, t.target, sends[t])
	}
	slices.Sort(x.devices)
	return x
}

// channels returns a function that says on which channel a message is, -1 if it has none in common with what
// it is to meet.
func channels(steps []step) func(m *message) int64 {
	kinds := map[int64]map[string]bool{}
	for _, s := range steps {
		if channel, ok := s.message.at.in.ChannelID(); ok && s.message.pairs != nil {
			if kinds[channel] == nil {
				kinds[channel] = map[string]bool{}
			}
			kinds[channel][s.message.kind] = true
		}
	}
	return func(m *message) int64 {
		if channel, ok := m.at.in.ChannelID(); ok && len(kinds[channel]) > 1 {
			return channel
		}
		return -1
	}
}

func (x *exchange) setPartner(m *message, device int64, partner *message) {
	if x.partner[m] == nil {
		x.partner[m] = map[int64]*message{}
	}
	x.partner[m][device] = partner
}

// mostExchanged is how many steps all devices together execute at most.
const mostExchanged = 1 << 25

// addCollectives notes who takes part in collectives, of the devices that send or receive. It reports whether
// their pairs are few enough to be judged.
func (x *exchange) addCollectives() bool {
	spent := 0
	for _, s := range x.all {
		if s.wait || s.message.groups == nil || x.member[s.message] != nil {
			continue
		}
		members := map[int64][]int64{}
		for _, g := range s.message.groups {
			var known []int64
			if spent += len(g); spent > mostExchanged {
				return false
			}
			for _, id := range g {
				if _, ok := x.at[id]; ok {
					known = append(known, id)
				}
			}
			if spent += len(known) * len(known); spent > mostExchanged {
				return false
			}
			for _, id := range known {
				if members[id] == nil {
					members[id] = slices.Clip(known)
				} else {
					members[id] = append(members[id], known...)
				}
			}
		}
		x.member[s.message] = members
	}
	return true
}

// run lets each device go on until it waits for another one, until none goes on.
func (x *exchange) run(ctx context.Context) {
	wake := map[waiting][]int64{}
	work := slices.Clone(x.devices)
	for len(work) > 0 && ctx.Err() == nil {
		id := work[0]
		work = work[1:]
		for x.at[id] < len(x.steps[id]) {
			s := x.steps[id][x.at[id]]
			if !s.wait {
				x.posted[s.message][id] = true
				work = append(work, wake[waiting{s.message, id}]...)
				delete(wake, waiting{s.message, id})
			} else if on, ok := x.waits(s.message, id); ok {
				x.blocked[id] = on
				wake[on] = append(wake[on], id)
				break
			}
			delete(x.blocked, id)
			x.at[id]++
		}
	}
}

// waits returns what a device waits for at a message, ok is false if it goes on.
func (x *exchange) waits(m *message, id int64) (on waiting, ok bool) {
	if !x.posted[m][id] {
		return waiting{}, false // in a branch that the device has not taken
	}
	for _, other := range x.member[m][id] {
		if !x.posted[m][other] {
			return waiting{m, other}, true
		}
	}
	for _, p := range m.pairs {
		mine, other := p[0], p[1]
		if m.kind == "recv" {
			mine, other = other, mine
		}
		if mine != id {
			continue
		}
		if partner := x.partner[m][id]; partner == nil || !x.posted[partner][other] {
			return waiting{partner, other}, true
		}
	}
	return waiting{}, false
}

// reportStuck reports the devices that do not reach the end. tell adds which branches were taken.
func (w *walk) reportStuck(x *exchange, tell func(d *diag.Diagnostic)) {
	for _, id := range x.devices {
		on, ok := x.blocked[id]
		if !ok {
			continue
		}
		s := x.steps[id][x.at[id]]
		switch in := s.message.at.in; {
		case on.message == nil:
			if !s.message.looped && w.isNew(hazardKey{codePartner, in, nil, [2]bool{}}) {
				d := diag.Errorf(codePartner, in.Span(),
					"%s of device %d has no counterpart on device %d", in, id, on.device).
					Note(s.at.in.Span(), "it is waited for here").
					Suggest("give a send and its receive the same channel_id and the same pairs")
				tell(d)
				w.report.Findings.Add(d)
			}
		case x.at[on.device] == len(x.steps[on.device]) &&
			w.isNew(hazardKey{codePartner, in, on.message.at.in, [2]bool{}}):
			d := diag.Errorf(codePartner, in.Span(),
				"%s of device %d waits for device %d, which ends without %s",
				in, id, on.device, on.message.at.in).
				Note(s.at.in.Span(), "it is waited for here").
				Suggest("let all devices that take part in %s execute it", on.message.at.in)
			tell(d)
			w.operationOf(in).Hazards++
			w.report.Findings.Add(d)
		}
	}
	for _, id := range x.devices {
		if circle := x.circle(id); circle != nil {
			w.reportCircle(x, circle, tell)
			return
		}
	}
}

// circle returns devices that wait for each other, from one on; nil if the device does not lead to a circle.
func (x *exchange) circle(id int64) []int64 {
	seen := map[int64]int{}
	var way []int64
	for {
		on, ok := x.blocked[id]
		if !ok || on.message == nil {
			return nil
		}
		if first, ok := seen[id]; ok {
			return way[first:]
		}
		seen[id] = len(way)
		way = append(way, id)
		id = on.device
	}
}

func (w *walk) reportCircle(x *exchange, circle []int64, tell func(d *diag.Diagnostic)) {
	first := x.steps[circle[0]][x.at[circle[0]]]
	if !w.isNew(hazardKey{codeCircle, first.at.in, nil, [2]bool{}}) {
		return
	}
	d := diag.Errorf(codeCircle, first.at.in.Span(), "%s waits in a circle of %s", first.at.in,
		diag.Count(len(circle), "device"))
	for i, id := range circle {
		if i == 8 {
			d.Note(diag.Span{}, "and so on, back to device %d", circle[0])
			break
		}
		s, on := x.steps[id][x.at[id]], x.blocked[id]
		d.Note(s.at.in.Span(), "device %d waits here for device %d, which has not reached %s", id, on.device,
			on.message.at.in)
	}
	tell(d)
	on := x.blocked[circle[0]].message
	w.explainPath(d, first.at, on.at)
	w.operationOf(first.message.at.in).Hazards++
	w.report.Findings.Add(d.Suggest("put %s in front of %s", on.at.in, first.at.in))
}
