package airtoasync

import (
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/air"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
)

// flows are the channels of a function, each element of an array and each instance by itself.
type flows struct {
	of    map[string]*flow
	order []*flow // as they are first used
	// private has the launch that alone uses a channel.
	private map[string]*ir.Op
}

// flow is one channel: puts, and gets of each receiver.
type flow struct {
	title     string // "@c[0, 1]"
	channel   *ir.Op
	puts      end
	receivers map[string]*end
	names     []string // of the receivers, in order
	exchanges []*exchange
}

// end is one side of a channel: puts on it, or gets of one receiver.
type end struct {
	sites []site
}

// site is a put or a get as it is executed.
type site struct {
	*node
	thread *thread
	number int // among what the thread issues
}

// exchange is what one put and the gets that pair with it share.
type exchange struct {
	slot     *ir.Value
	elements int64
	by       *ir.Op // what the number of elements comes from
}

// privateChannels returns the channels of a function that one launch alone uses.
func privateChannels(fn *ir.Op) map[string]*ir.Op {
	private := map[string]*ir.Op{}
	for op := range fn.Walk() {
		if !op.Is(air.Put) && !op.Is(air.Get) {
			continue
		}
		var launch *ir.Op
		for up := range op.Ancestors() {
			if up.Is(air.Launch) {
				launch = up
			}
		}
		name := air.ChannelName(op)
		if known, ok := private[name]; ok && known != launch {
			launch = nil
		}
		private[name] = launch
	}
	return private
}

// transfer emits a put or a get.
func (x *expander) transfer(op *ir.Op) error {
	if air.Padded(op) {
		return unsupportedPadding(op)
	}
	if air.Packet(op) != nil {
		return op.Errorf(codeUnsupported, "'%s' chooses a receiver when the program runs", op.Name()).
			Suggest("use a channel for each receiver")
	}
	index, err := x.channelIndex(op)
	if err != nil {
		return err
	}
	f := x.flow(op, index)
	moved, err := x.region(op, air.Moved(op))
	if err != nil {
		return err
	}
	side := &f.puts
	if op.Is(air.Get) {
		side = f.receivers[indexText(index)]
	}
	pair, err := x.pair(op, f, len(side.sites), moved)
	if err != nil {
		return err
	}
	n := x.task(op)
	from, to := moved, &part{memory: pair.slot, dims: []dimension{{ir.OpFoldResult{Const: pair.elements},
		ir.OpFoldResult{Const: 1}}}}
	if op.Is(air.Get) {
		from, to = to, from
	}
	if err := x.copy(op, n, from, to); err != nil {
		return err
	}
	n.free = op.Is(air.Put) // the time that the data takes is counted where it is got
	side.sites = append(side.sites, site{n, x.thread, x.thread.issued})
	x.finish(op, air.Token(op), []*node{n})
	return nil
}

// channelIndex returns the index of a put or a get in the array of channels.
func (x *expander) channelIndex(op *ir.Op) ([]int64, error) {
	channel := x.channel(op)
	shape := air.Shape(channel)
	if op.Is(air.Get) && air.BroadcastShape(channel) != nil {
		shape = air.BroadcastShape(channel)
	}
	index := make([]int64, len(shape))
	for d, v := range air.ChannelIndices(op) {
		n, ok := x.number(v)
		switch {
		case !ok:
			return nil, op.Errorf(codeUnsupported, "index %d of a channel is not known", d).
				Note(ir.LocationSpan(v.Loc()), "this value is computed when the program runs").
				Suggest("use constants and numbers of tiles")
		case n < 0 || n >= shape[d]:
			return nil, op.Errorf(codeBalance, "%s has index %d in dimension %d of @%s, which has %d there",
				x.who(op), n, d, air.ChannelName(op), shape[d]).Note(channel.Span(), "the channel")
		}
		index[d] = n
	}
	return index, nil
}

// who names an operation with its tile.
func (x *expander) who(op *ir.Op) string { return titled(op.Name(), x.thread.title) }

func (x *expander) channel(op *ir.Op) *ir.Op {
	return x.run.Symbols().Resolve(op, op.Attr("chan_name").(*ir.SymbolRefAttr))
}

// flow returns the channel of a put or a get with its index.
func (x *expander) flow(op *ir.Op, index []int64) *flow {
	channel := x.channel(op)
	source := slices.Clone(index)
	for d, n := range air.Shape(channel) {
		if n == 1 {
			source[d] = 0 // what a get from a channel that broadcasts has as its source
		}
	}
	title := "@" + air.ChannelName(op)
	if len(source) > 0 {
		title += bracketed(indexText(source))
	}
	if launch := x.flows.private[air.ChannelName(op)]; launch != nil && several(x.launchSizes(launch)) {
		title += " of launch " + x.thread.launches[launch]
	}
	if f := x.flows.of[title]; f != nil {
		return f
	}
	f := &flow{title: title, channel: channel, receivers: map[string]*end{}}
	shape := air.BroadcastShape(channel)
	if shape == nil {
		f.receive(indexText(source))
	} else {
		for at := range indices(shape) {
			if comesFrom(at, source, air.Shape(channel)) {
				f.receive(indexText(at))
			}
		}
	}
	x.flows.of[title] = f
	x.flows.order = append(x.flows.order, f)
	return f
}

func (x *expander) launchSizes(op *ir.Op) []int64 {
	sizes, _ := x.sizes(op)
	return sizes
}

func (f *flow) receive(name string) {
	f.names = append(f.names, name)
	f.receivers[name] = &end{}
}

// comesFrom reports whether the channel with the index source is broadcast to the receiver with the index at.
func comesFrom(at, source, shape []int64) bool {
	for d, n := range shape {
		if n != 1 && at[d] != source[d] {
			return false
		}
	}
	return true
}

// pair returns what put or get number k at one end of a channel shares with the other end.
func (x *expander) pair(op *ir.Op, f *flow, k int, moved *part) (*exchange, error) {
	n, known := moved.elements()
	if !known {
		return nil, op.Errorf(codeUnsupported, "%s moves a number of elements that is not known", x.who(op)).
			Suggest("make the sizes constants")
	}
	if k < len(f.exchanges) {
		e := f.exchanges[k]
		if e.elements != n {
			return nil, op.Errorf(codeSize, "%s moves %d elements, and the other side of %s moves %d",
				x.who(op), n,
				f.title, e.elements).Note(e.by.Span(), "the other side")
		}
		return e, nil
	}
	e := &exchange{elements: n, by: op}
	e.slot = x.slot(f, k, n, moved.memory.Type().(*ir.MemRefType))
	f.exchanges = append(f.exchanges, e)
	return e, nil
}

// slot returns the memory of exchange k. Exchanges share it if their slot is the same.
func (x *expander) slot(f *flow, k int, n int64, like *ir.MemRefType) *ir.Value {
	slots := int(air.Slots(f.channel))
	for before := k - slots; before >= 0; before -= slots {
		if e := f.exchanges[before]; e.elements == n && e.slot.Type().(*ir.MemRefType).Elem == like.Elem {
			return e.slot
		}
	}
	v := memref.NewAlloc(x.Builder, x.Ctx.MemRef([]int64{n}, like.Elem, nil, like.MemorySpace))
	v.SetName("slot_of_" + f.channel.SymbolName())
	return v
}

// connect makes puts and gets start after those of the other side, and after those in front of them.
func (x *expander) connect() {
	for _, f := range x.flows.order {
		slots := int(air.Slots(f.channel))
		for k, put := range f.puts.sites {
			for _, name := range f.names {
				gets := f.receivers[name].sites
				gets[k].add(byData, put.node)
				if k >= slots {
					put.add(bySlot, gets[k-slots].node)
				}
				if k > 0 {
					gets[k].add(byOrder, gets[k-1].node)
				}
			}
			if k > 0 {
				put.add(byOrder, f.puts.sites[k-1].node)
			}
		}
	}
}

// ordered checks that something orders the puts, and the gets, of different threads on one channel.
func (x *expander) ordered() error {
	for _, f := range x.flows.order {
		for _, e := range append([]*end{&f.puts}, f.ends()...) {
			for k := 1; k < len(e.sites); k++ {
				first, second := e.sites[k-1], e.sites[k]
				if first.thread == second.thread || first.isIssuedBefore(second) ||
					reaches(second.node, first.node) {
					continue
				}
				return second.op.Errorf(codeOrder, "%s and %s are both on %s, and nothing orders them",
					first.words(),
					second.words(), f.title).Note(first.op.Span(), "the other one").
					Suggest("make one start after the token of the other one, or use a channel for each")
			}
		}
	}
	return nil
}

func (f *flow) ends() (list []*end) {
	for _, name := range f.names {
		list = append(list, f.receivers[name])
	}
	return list
}

// isIssuedBefore reports whether a thread issues s before it issues the thread of t, or one around that.
func (s site) isIssuedBefore(t site) bool {
	for up := t.thread; up != nil; up = up.outer {
		if up.outer == s.thread {
			return s.number <= up.at
		}
	}
	return false
}

// reaches reports whether n starts after m for another reason than that both are on one channel.
func reaches(n, m *node) bool {
	seen := map[*node]bool{}
	var visit func(at *node) bool
	visit = func(at *node) bool {
		if at == m {
			return true
		}
		if seen[at] {
			return false
		}
		seen[at] = true
		for _, e := range at.after {
			if (at != n || e.why == byThread || e.why == byToken) && visit(e.to) {
				return true
			}
		}
		return false
	}
	return visit(n)
}

// balance reports the channels on which puts and gets differ in number.
func (x *expander) balance() (errs diag.List) {
	for _, f := range x.flows.order {
		for _, name := range f.names {
			if d := f.unbalanced(f.receivers[name], name); d != nil {
				errs.Add(d)
				break
			}
		}
	}
	return errs
}

func (f *flow) unbalanced(gets *end, name string) *diag.Diagnostic {
	puts, got := len(f.puts.sites), len(gets.sites)
	if puts == got {
		return nil
	}
	receiver := ""
	if len(f.names) > 1 {
		receiver = " as receiver " + bracketed(name)
	}
	more, fewer := &f.puts, gets
	if got > puts {
		more, fewer = gets, &f.puts
	}
	s := more.sites[len(fewer.sites)]
	text := "%s puts on %s what nothing gets%s: %s, %s"
	if got > puts {
		text = "%s gets from %s what nothing puts%s: %s, %s"
	}
	d := s.op.Errorf(codeBalance, text, titled(s.op.Name(), s.title), f.title, receiver,
		diag.Count(puts, "put"),
		diag.Count(got, "get"))
	for _, e := range []*end{&f.puts, gets} {
		for _, line := range e.counts() {
			d.Note(line.op.Span(), "%s: %s", titled(line.op.Name(), line.title), diag.Count(line.n, "time"))
		}
	}
	return d
}

type count struct {
	op    *ir.Op
	title string
	n     int
}

// counts returns how often each operation is at an end, for each tile.
func (e *end) counts() []count {
	type key struct {
		op    *ir.Op
		title string
	}
	number := map[key]int{}
	var order []key
	for _, s := range e.sites {
		k := key{s.op, s.title}
		if number[k] == 0 {
			order = append(order, k)
		}
		number[k]++
	}
	var list []count
	for _, k := range order[:min(len(order), 8)] {
		list = append(list, count{k.op, k.title, number[k]})
	}
	return list
}
