package judge

import (
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/frontend/hlo"
)

// isCollective are the operations in which groups of devices take part together.
var isCollective = map[string]bool{
	"all-gather": true, "all-reduce": true, "all-to-all": true, "collective-broadcast": true,
	"collective-permute": true, "ragged-all-to-all": true, "reduce-scatter": true,
}

// operationKind returns the operation that an instruction is, or that it starts.
func operationKind(in *hlo.Instruction) string {
	if in.IsStart() {
		return in.Wrapped()
	}
	return in.Opcode
}

// collectiveOf returns the instruction that has the groups of a collective: the start, or the root of the
// computation that it calls.
func collectiveOf(in *hlo.Instruction) *hlo.Instruction {
	if c := wrapped(in); c != nil && c.Root != nil {
		return c.Root
	}
	return in
}

// stream returns the name of the stream that an operation is on, "" for the usual one.
func stream(in *hlo.Instruction) string {
	if t := in.AsyncThread(); t != "" && t != "main" {
		return t
	}
	if s, ok := in.FrontendAttribute("_xla_stream_annotation"); ok {
		return s
	}
	if a := in.Attribute("backend_config"); a != nil {
		text := strings.NewReplacer(`\`, "", " ", "").Replace(a.Text)
		if _, rest, ok := strings.Cut(text, `"operation_queue_id":"`); ok {
			if id, _, _ := strings.Cut(rest, `"`); id != "0" {
				return id
			}
		}
	}
	return ""
}

// devices tells which devices take part in collectives. Device r*partitions+p is partition p of replica r.
type devices struct {
	replicas, partitions int64
	groups               map[*hlo.Instruction][][]int64
	unknown              map[*hlo.Instruction]*diag.Diagnostic // why groups are not known
	// devices that were looked at for circles of streams
	spent int
}

// mostCompared is how many devices are looked at, over all pairs of collectives on different streams.
const mostCompared = 1 << 22

// mostDevices is how many devices of a module are told apart.
const mostDevices = 1 << 16

func newDevices(m *hlo.Module) *devices {
	d := &devices{replicas: 1, partitions: 1, groups: map[*hlo.Instruction][][]int64{},
		unknown: map[*hlo.Instruction]*diag.Diagnostic{}}
	if n, ok := m.Replicas(); ok && n > 0 {
		d.replicas = n
	}
	if n, ok := m.Partitions(); ok && n > 0 {
		d.partitions = n
	}
	if d.replicas > mostDevices/min(d.partitions, mostDevices) {
		d.replicas, d.partitions = 0, 0
	}
	return d
}

// of returns the groups of devices that wait for each other in a collective; nil if they are not known, and
// unknown may say why. The modes are those of CollectiveOpGroupMode in xla/service/collective_ops_utils.h of
// openxla/xla.
func (d *devices) of(in *hlo.Instruction) [][]int64 {
	if g, ok := d.groups[in]; ok {
		return g
	}
	g, err := d.compute(collectiveOf(in))
	if in.IsGroup() {
		g, err = d.together(wrapped(in))
	}
	d.groups[in] = g
	if err != nil {
		d.unknown[in] = err
	}
	return g
}

// together returns the groups of all collectives of a computation.
func (d *devices) together(c *hlo.Computation) (all [][]int64, err *diag.Diagnostic) {
	for _, in := range c.Instructions {
		if isCollective[operationKind(in)] {
			g, bad := d.compute(collectiveOf(in))
			if all = append(all, g...); bad != nil {
				err = bad
			}
		}
	}
	return all, err
}

func (d *devices) compute(in *hlo.Instruction) ([][]int64, *diag.Diagnostic) {
	channel, hasChannel := in.ChannelID()
	hasChannel = hasChannel && channel > 0
	global := in.Attribute("use_global_device_ids").Bool()
	pairs, err := in.SourceTargetPairs()
	if err != nil {
		return nil, err
	}
	if pairs != nil {
		return d.spread(permuteGroups(pairs), hasChannel, false), nil
	}
	groups, err := in.ReplicaGroups()
	if err != nil {
		return nil, err
	}
	if len(groups) == 0 {
		if d.partitions == 0 {
			return nil, diag.Errorf(codeNotJudged, in.Span(), "the module has more than %d devices",
				mostDevices)
		}
		n := d.replicas
		if global || in.Opcode == "all-to-all" && hasChannel {
			n = d.partitions
			if global {
				n *= d.replicas
			}
		}
		all := make([]int64, n)
		for i := range all {
			all[i] = int64(i)
		}
		groups = [][]int64{all}
	}
	switch {
	case global:
		return groups, nil
	case hasChannel && (in.Opcode == "all-to-all" || in.Opcode == "collective-broadcast"):
		return d.spread(groups, true, false), nil
	case hasChannel:
		return d.spread(groups, false, true), nil
	}
	return d.spread(groups, false, false), nil
}

// permuteGroups joins the devices that a permutation connects, because each waits for its neighbours.
func permuteGroups(pairs [][2]int64) [][]int64 {
	var groups [][]int64
	for _, p := range pairs {
		if p[0] != p[1] {
			groups = append(groups, []int64{p[0], p[1]})
		}
	}
	return groups
}

// spread makes groups of devices from groups of partitions, or of replicas. Together says that all partitions
// of the replicas of a group are one group.
func (d *devices) spread(groups [][]int64, partitions, together bool) [][]int64 {
	if d.partitions == 0 || int64(len(groups))*max(d.partitions, d.replicas) > 1<<20 {
		return groups
	}
	var out [][]int64
	for _, g := range groups {
		var joined []int64
		others := d.partitions
		if partitions {
			others = d.replicas
		}
		for other := range others {
			var ids []int64
			for _, id := range g {
				if partitions {
					ids = append(ids, other*d.partitions+id)
				} else {
					ids = append(ids, id*d.partitions+other)
				}
			}
			if together {
				joined = append(joined, ids...)
			} else {
				out = append(out, ids)
			}
		}
		if together {
			out = append(out, joined)
		}
	}
	return out
}

// crossing reports the collectives in flight on other streams that an operation may wait for, and that may
// wait for it.
func (w *walk) crossing(o *operation) {
	in := o.start.in
	if !isCollective[operationKind(in)] && !in.IsGroup() {
		return
	}
	o.collective = true
	for stream, others := range w.streams {
		if stream == w.told[in].Thread {
			continue
		}
		for other := range others {
			if w.hazardLimit() || w.seen[hazardKey{codeStreams, in, other.start.in, [2]bool{}}] {
				continue
			}
			if !w.affords(in, other.start.in) {
				return
			}
			if circle := circleOf(w.devices.of(other.start.in), w.devices.of(in)); circle != nil {
				w.reportCrossing(o, other, circle)
			}
		}
	}
}

// hazardLimit reports whether no more hazards are told.
func (w *walk) hazardLimit() bool { return w.report.Hazards > mostFindings }

// affords reports whether two collectives are still compared. The first pair that is not is told.
func (w *walk) affords(in, other *hlo.Instruction) bool {
	if w.devices.spent > mostCompared {
		return false
	}
	for _, at := range []*hlo.Instruction{in, other} {
		for _, g := range w.devices.of(at) {
			w.devices.spent += 1 + len(g)
		}
		w.tellUnknown(at)
	}
	if w.devices.spent <= mostCompared {
		return true
	}
	w.report.unjudged(in, "too many collectives on different streams are in flight at once: from here on, "+
		"the judge does not say which of them can wait for each other")
	return false
}

// tellUnknown tells that the groups of a collective are not known, once.
func (w *walk) tellUnknown(in *hlo.Instruction) {
	if err := w.devices.unknown[in]; err != nil && !w.seen[hazardKey{code: codeNotJudged, a: in}] {
		w.seen[hazardKey{code: codeNotJudged, a: in}] = true
		w.report.unjudged(in, "who waits for whom in %s is not judged: %s", in, err.Message)
	}
}

// occupy notes that a collective is in flight on its stream, or no longer.
func (w *walk) occupy(o *operation, inFlight bool) {
	if !o.collective {
		return
	}
	stream := w.told[o.start.in].Thread
	if !inFlight {
		delete(w.streams[stream], o)
		return
	}
	if w.streams[stream] == nil {
		w.streams[stream] = map[*operation]bool{}
	}
	w.streams[stream][o] = true
}

// circleOf returns devices that two lists of groups share in a circle: each two that follow each other are in
// one group, of the two lists in turn. Two devices in a group of each are the shortest circle. It returns nil
// if there is none.
func circleOf(a, b [][]int64) []int64 {
	member := map[int64][]int{}
	unique := true
	for j, g := range b {
		for _, id := range g {
			member[id] = append(member[id], j)
			unique = unique && len(member[id]) == 1
		}
	}
	first := map[[2]int]int64{}
	seen := map[int64]bool{}
	for i, g := range a {
		for _, id := range g {
			unique = unique && !seen[id]
			seen[id] = true
			for _, j := range member[id] {
				if other, ok := first[[2]int{i, j}]; ok && other != id {
					return []int64{other, id}
				}
				first[[2]int{i, j}] = id
			}
		}
	}
	if !unique {
		return nil // pairs of a permutation: a device is in several, and waits for each alone
	}
	return longCircle(a, len(b), member)
}

// link connects a group to another one, by a device that is in both.
type link struct {
	to     int
	device int64
}

// longCircle is circleOf where no two groups share two devices. The groups are the nodes of a graph and the
// devices its edges; a circle is found when a device connects two groups that are connected.
func longCircle(a [][]int64, groups int, member map[int64][]int) []int64 {
	links := make([][]link, len(a)+groups)
	set := newMemory(len(a) + groups)
	for i, g := range a {
		for _, id := range g {
			for _, j := range member[id] {
				j += len(a)
				if set.buffer(part(i)) == set.buffer(part(j)) {
					return append(wayBetween(links, i, j), id)
				}
				set.join(part(i), part(j))
				links[i] = append(links[i], link{j, id})
				links[j] = append(links[j], link{i, id})
			}
		}
	}
	return nil
}

// wayBetween returns the devices on the shortest way from one group to another one.
func wayBetween(links [][]link, from, to int) []int64 {
	back := make([]link, len(links)) // how each group was reached
	visited := make([]bool, len(links))
	visited[from] = true
	for work := []int{from}; len(work) > 0 && !visited[to]; work = work[1:] {
		for _, l := range links[work[0]] {
			if !visited[l.to] {
				visited[l.to] = true
				back[l.to] = link{work[0], l.device}
				work = append(work, l.to)
			}
		}
	}
	var way []int64
	for at := to; at != from && visited[to]; at = back[at].to {
		way = append(way, back[at].device)
	}
	return way
}

func (w *walk) reportCrossing(o, other *operation, circle []int64) {
	in, at := o.start.in, other.start.in
	if !w.isNew(hazardKey{codeStreams, in, at, [2]bool{}}) {
		return
	}
	w.operationOf(in).Hazards++
	w.operationOf(at).Hazards++
	slices.Sort(circle)
	shown := circle[:min(len(circle), 8)]
	d := diag.Errorf(codeStreams, in.Span(),
		"%s on %s and %s on %s are in flight at once, and devices %s may wait for each other", in,
		streamName(in), at, streamName(at), strings.Trim(diag.Sprintf("%v", shown), "[]"))
	d.Note(at.Span(), "%s begins here", at)
	if done := doneOf(at); done != nil {
		d.Note(done.Span(), "and has ended behind this")
		d.Suggest("put %s in front of %s, or both operations on one stream", done, in)
	}
	w.explainPath(d, o.start, other.start)
	w.report.Findings.Add(d)
}

func streamName(in *hlo.Instruction) string {
	if s := stream(in); s != "" {
		return "stream " + s
	}
	return "the usual stream"
}
