package machine

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
)

// This file holds tensor maps of which nothing is known: neither does the text make them, nor does the launch
// describe them. Of their boxes the size alone matters to a verdict. It follows from the bytes that are
// expected at the barrier objects of the copies, and from where the copies lie in shared memory; a first
// launch measures both. The contents of such boxes are zeros, and they have no place in global memory.

// OpenMaps is what is known of such maps. Several launches may share it.
type OpenMaps struct {
	mu    sync.Mutex
	sizes map[string]OpenMap
}

// OpenMap is what is assumed of one map.
type OpenMap struct {
	// Name is the parameter or the buffer that the map is in, with the offset if there is one.
	Name string
	// Rank is the number of dimensions, and Bytes the size of a box.
	Rank, Bytes int
}

// List returns what is assumed, by name.
func (o *OpenMaps) List() []OpenMap {
	o.mu.Lock()
	defer o.mu.Unlock()
	all := slices.Collect(maps.Values(o.sizes))
	slices.SortFunc(all, func(a, b OpenMap) int { return cmp.Compare(a.Name, b.Name) })
	return all
}

// openMap is such a map in a launch.
type openMap struct {
	name  string
	bytes int // of a box, 0 if it is not known yet
}

// openMap returns the map at a place.
func (g *launch) openMap(at mapPlace) *openMap {
	name, offset := at.memory.name, int64(at.at)
	if at.memory == g.params {
		for i := range g.k.Params {
			if p := &g.k.Params[i]; offset >= p.Offset && offset < p.Offset+p.Variable.Size() {
				name, offset = "'"+p.Name+"'", offset-p.Offset
				break
			}
		}
	}
	if offset > 0 {
		name += fmt.Sprintf(" at %d", offset)
	}
	g.config.OpenMaps.mu.Lock()
	defer g.config.OpenMaps.mu.Unlock()
	return &openMap{name, g.config.OpenMaps.sizes[name].Bytes}
}

// size returns the bytes of a box. If they are not known, the launch ends, and another one measures them.
func (o *openMap) size(g *launch) int {
	if o.bytes == 0 && g.measuring == nil && !g.stopped() {
		g.unsized = true
		g.fail(codeNotExecuted, "nothing says how large the boxes of the tensor map %s are", o.name)
	}
	if g.measuring != nil {
		return bulkUnit
	}
	return max(o.bytes, bulkUnit)
}

// measurement is what a launch finds out of such maps.
type measurement struct {
	ranks map[string]int
	// places are where boxes and barrier objects begin in shared memory, and own those of each map.
	places map[uint64]bool
	own    map[string]map[uint64]bool
	phases []awaited
	end    uint64 // of shared memory, and
	// accessed is where what was accessed ends.
	accessed uint64
	counts   map[*mbarrier]*awaited
}

// awaited are the bytes of a phase that copies of unknown sizes bring, and the maps of these.
type awaited struct {
	bytes int
	maps  []string
}

// note notes a copy.
func (o *openMap) note(w *warp, x *tensorCopy, l int, box *tile) {
	s := w.b.g.measuring
	if s == nil {
		return
	}
	s.ranks[o.name] = x.dims
	s.places[box.at] = true
	if s.own[o.name] == nil {
		s.own[o.name] = map[uint64]bool{}
	}
	s.own[o.name][box.at] = true
	if x.toShared {
		if _, at := w.find(l, sharedSpace, x.object.of(w, l)); at > box.at {
			s.places[at] = true
		}
	}
}

// isOpen reports whether a copy whose size is being measured has to wait: for the bytes that are awaited of
// it, and, in a cluster, for copies of other blocks that the same bytes are of. All of these have been issued
// when all warps wait.
func (f *flight) isOpen(b *cluster) bool {
	return b.g.measuring != nil && f.open != nil &&
		(f.object.bytes <= 0 || len(b.blocks) > 1 && b.idle == 0)
}

// measure gives a copy whose size is being measured its share of the bytes that its barrier object expects.
func (g *launch) measure(b *cluster, f *flight) {
	s := g.measuring
	if s == nil || f.open == nil {
		return
	}
	more, bytes := 0, int(f.object.bytes)
	for _, other := range b.flying {
		switch {
		case other == f || other == nil || other.landed || other.object != f.object:
		case other.open != nil:
			more++
		default:
			bytes -= other.size
		}
	}
	e := s.counts[f.object]
	if e == nil {
		e = &awaited{bytes: bytes}
		s.counts[f.object] = e
	}
	e.maps = append(e.maps, f.open.name)
	if f.size = 0; more == 0 {
		f.size = bytes
		s.phases = append(s.phases, *e)
		delete(s.counts, f.object)
	}
}

// MeasureMaps measures the boxes of maps of which nothing is known in launches, for all that share their
// OpenMaps. Launches with many copies tell where boxes of all stages of a ring lie. Where maps are described,
// a launch that comes to another one measures it.
func MeasureMaps(ctx context.Context, k *Kernel, configs []Config) {
	if len(k.boxes) == 0 || len(configs) == 0 || configs[0].OpenMaps == nil ||
		slices.ContainsFunc(configs[0].Args, func(a Arg) bool { return len(a.Maps) > 0 }) {
		return
	}
	s := newMeasurement()
	for _, config := range configs {
		newLaunch(ctx, k, config, true).takeMeasure(s)
	}
	s.settle(configs[0].OpenMaps)
}

// measureMaps launches the kernel to measure the boxes of maps of which nothing is known; false if that tells
// nothing new.
func (g *launch) measureMaps() bool {
	s := newMeasurement()
	g.takeMeasure(s)
	return s.settle(g.config.OpenMaps)
}

func newMeasurement() *measurement {
	return &measurement{ranks: map[string]int{}, places: map[uint64]bool{}, own: map[string]map[uint64]bool{}}
}

// takeMeasure takes what a launch tells.
func (g *launch) takeMeasure(s *measurement) {
	config := g.config
	config.Mode, config.NoHazards, config.Observe = Late, true, nil
	copied, _ := config.WithCopies()
	m := newLaunch(g.ctx, g.k, copied, true)
	m.measuring, s.counts = s, map[*mbarrier]*awaited{}
	if m.prepare() == nil {
		m.run()
		s.end, s.accessed = max(s.end, uint64(m.sharedBytes())), max(s.accessed, m.shared)
	}
}

// settle notes the sizes that are new; false if there are none.
func (s *measurement) settle(known *OpenMaps) bool {
	known.mu.Lock()
	defer known.mu.Unlock()
	if known.sizes == nil {
		known.sizes = map[string]OpenMap{}
	}
	before := len(known.sizes)
	for name, bytes := range s.solve() {
		if _, is := known.sizes[name]; !is {
			known.sizes[name] = OpenMap{name, s.ranks[name], bytes}
		}
	}
	return len(known.sizes) > before
}

// solve returns how large the boxes of each map are: equal shares of what is expected of copies, but none
// reaches to where another one begins.
func (s *measurement) solve() map[string]int {
	sizes := map[string]int{}
	for _, e := range s.phases {
		s.divide(e, sizes)
	}
	for _, name := range slices.Sorted(maps.Keys(s.own)) {
		if sizes[name] == 0 { // it is stored, and nothing tells more than where others begin
			sizes[name] = s.room(name, s.accessed)
		}
	}
	return sizes
}

// divide divides the bytes of a phase among those of its maps that have no size.
func (s *measurement) divide(e awaited, sizes map[string]int) {
	for {
		rest, open := e.bytes, map[string]int{}
		count := 0
		for _, name := range e.maps {
			if n := sizes[name]; n > 0 {
				rest -= n
			} else {
				open[name]++
				count++
			}
		}
		if count == 0 || rest <= 0 {
			return
		}
		share, clamped := rest/count, false
		for _, name := range slices.Sorted(maps.Keys(open)) {
			if room := s.room(name, s.end); room < share && len(open) > 1 {
				sizes[name], clamped = room, true
				break
			}
		}
		if clamped {
			continue
		}
		for name := range open {
			sizes[name] = max(share/bulkUnit*bulkUnit, bulkUnit)
		}
	}
}

// room returns the bytes from where boxes of a map begin to where the next box or barrier object does.
func (s *measurement) room(name string, end uint64) int {
	least := uint64(maxShared)
	for at := range s.own[name] {
		next := end
		for other := range s.places {
			if other > at && (other < next || next <= at) {
				next = other
			}
		}
		if next > at {
			least = min(least, next-at)
		}
	}
	return max(int(least)/bulkUnit*bulkUnit, bulkUnit)
}

// layMaps writes the tensor maps of a parameter, or of the buffer that it points to.
func (g *launch) layMaps(field []byte, name string, a *Arg, placed map[*Buffer]uint64) error {
	for _, at := range slices.Sorted(maps.Keys(a.Maps)) {
		t, data := a.Maps[at], field
		if a.Buffer != nil {
			m := g.buffers[placed[a.Buffer]>>bufferBits-1]
			m.within(uint64(at), MapSize)
			data = m.data
		}
		if at < 0 || at%64 != 0 || at+MapSize > int64(len(data)) {
			return launchError(g.k, "'%s' has %d bytes, and no tensor map at %d", name, len(data), at)
		}
		base := uint64(0)
		if b := t.Global.Buffer; b != nil {
			base = g.layBuffer(b, name, placed) + uint64(t.Global.At)
		}
		m, why := t.encode(base)
		if why != "" {
			return launchError(g.k, "the tensor map of '%s' %s", name, why)
		}
		copy(data[at:], m.bytes())
	}
	return nil
}
