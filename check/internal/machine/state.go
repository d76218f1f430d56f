package machine

import (
	"encoding/binary"
	"maps"
	"slices"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/check/internal/skeleton"
	"github.com/inflight-compiler/inflight/ir"
)

// instances counts how many times each allocation was executed. Accesses to different instances of a buffer
// never overlap. It is immutable, so that an operation keeps the counts of the time of its issue. It is a
// tree, of which a further execution copies one path. The root has the counts of the allocations whose
// numbers are less than instanceFan; nil has only zeros.
type instances struct {
	counts [instanceFan]int64
	parts  *[instanceFan]*instances
}

const instanceFan = 8

// of returns the instance of the buffer that an access uses. Memory from outside of the function has only one
// instance.
func (i *instances) of(t *skeleton.Touch) int64 {
	if t.Of.Alloc == 0 {
		return 0
	}
	return i.at(t.Of.Alloc - 1)
}

func (i *instances) at(alloc int) int64 {
	for ; i != nil && alloc >= instanceFan; alloc = alloc/instanceFan - 1 {
		if i.parts == nil {
			return 0
		}
		i = i.parts[alloc%instanceFan]
	}
	if i == nil {
		return 0
	}
	return i.counts[alloc]
}

// another returns the counts after one more execution of an allocation.
func (i *instances) another(alloc int) *instances { return i.with(alloc, i.at(alloc)+1) }

// with returns the counts with that of one allocation replaced.
func (i *instances) with(alloc int, count int64) *instances {
	made := &instances{}
	if i != nil {
		*made = *i
	}
	if alloc < instanceFan {
		made.counts[alloc] = count
		return made
	}
	parts := &[instanceFan]*instances{}
	if made.parts != nil {
		*parts = *made.parts
	}
	at := alloc % instanceFan
	parts[at] = parts[at].with(alloc/instanceFan-1, count)
	made.parts = parts
	return made
}

// flight is an asynchronous operation that is not known to be complete. It is immutable except for mark and
// moved.
type flight struct {
	mark    int64   // the skip or search that has visited it last
	moved   *flight // the copy that the skip has made
	n       *skeleton.Node
	uid     int64
	at      []skeleton.Iteration
	touches []skeleton.Touch
	where   skeleton.Places
	inst    *instances
	refs    []versionRef
	self    mark
	after   clock        // the operations that complete before it
	from    clock        // those before which it does not start
	backlog backlogSince // see ownBacklog
	end     *State       // the final state of its body, until its results are bound
	forced  []int64      // the lazy tasks that its body has needed, until the state knows them
	within  []int64      // the lazy tasks of which it is a part, itself the last if it is one
	behind  []int64      // the lazy tasks that were complete when it was issued
	// the activation of a loop for all of whose iterations it stands; see settle
	over int64
}

// backlogSince is the activation and the iteration of a loop in which an operation has joined a backlog.
type backlogSince struct{ act, k int64 }

// group is the group of one commit.
type group struct {
	flights []*flight
	maker   *skeleton.Node // the commit
	seq     int64          // counted from 0 on its queue
	// wait is the last wait on the queue after the commit. allowed is its count, and age the number of
	// younger groups at that moment.
	wait    *skeleton.Node
	allowed int64
	age     int64
}

type queue struct {
	id        int64
	groups    []group
	committed int64 // groups so far
}

// push adds a group to a queue.
func (s *State) push(q *queue, flights []*flight, maker *skeleton.Node) point {
	q.groups = append(q.groups, group{flights: flights, maker: maker, seq: q.committed})
	q.committed++
	return point{q.id, q.committed - 1}
}

// State is a thread of control between two steps. Copies share slices until one of them changes a slice.
type State struct {
	p       *skeleton.Program
	pending []*flight
	queues  []queue
	lost    []*flight // issued by threads of control that ended without a wait for them
	live    liveSet   // all operations of pending, queues and lost
	inst    *instances
	// loop-carried values and results of conditions; nil if there are none
	values       map[*ir.Value]analysis.Linear
	assumed      map[*ir.Value]bool // assumed results of conditions that are not known; nil if there are none
	tokens       tokens
	pools        []completion // the completions of groups of tokens
	lazies       []*lazyTask  // those that tokens stand for
	begun        []*flight    // the lazy tasks that this thread of control has started, if it is a task
	inTask       bool
	chains       chains
	attributions attributions
	paused       *State // the task whose part has ended
	guessed      bool   // a condition of a graph without a known result has led here
	Log          *versionLog
}

// newState returns the initial state of a run.
func newState(p *skeleton.Program) *State {
	return &State{p: p, tokens: tokens{list: make([]binding, len(p.Tokens))}}
}

// clone returns an independent copy.
func (s *State) clone() *State {
	c := *s
	c.pending, c.lost, c.live = slices.Clone(s.pending), slices.Clone(s.lost),
		liveSet{list: slices.Clone(s.flying())}
	c.attributions = s.attributions.clone()
	c.queues = slices.Clone(s.queues)
	for i := range c.queues {
		c.queues[i].groups = slices.Clone(c.queues[i].groups)
	}
	c.values, c.assumed = maps.Clone(s.values), maps.Clone(s.assumed)
	c.tokens, c.pools, c.chains = s.tokens.clone(), slices.Clone(s.pools), s.chains.clone()
	c.Log = s.Log.clone()
	return &c
}

// assume records the assumed result of a condition.
func (s *State) assume(v *ir.Value, holds bool) {
	if s.assumed == nil {
		s.assumed = map[*ir.Value]bool{}
	}
	s.assumed[v] = holds
}

// forgetWithin removes the assumptions about values inside an operation.
func (s *State) forgetWithin(op *ir.Op) {
	for v := range s.assumed {
		if b := v.ParentBlock(); b != nil && op.IsAncestorOf(b.ParentOp()) {
			delete(s.assumed, v)
		}
	}
}

// forgetNames removes what names stood for that an iteration of a loop has defined.
func (s *State) forgetNames(loop *skeleton.Node) {
	if !s.p.HasNames() {
		return
	}
	for v := range s.values {
		if s.p.Keeps(v) && loop.Op.IsAncestorOf(v.ParentBlock().ParentOp()) &&
			!slices.Contains(loop.Args, v) {
			delete(s.values, v)
		}
	}
}

func (s *State) queue(id int64) *queue {
	i, found := slices.BinarySearchFunc(s.queues, id, func(q queue, id int64) int { return int(q.id - id) })
	if !found {
		s.queues = slices.Insert(s.queues, i, queue{id: id})
	}
	return &s.queues[i]
}

// commit pushes the pending operations that a commit takes as a group: those of its unit.
func (s *State) commit(n *skeleton.Node) {
	at := s.push(s.queue(n.Queue), s.take(n), n)
	if len(n.Gives) > 0 {
		s.bindTokens(n.Gives, completion{points: []point{at}})
	}
}

// take removes from the pending operations those that a commit takes.
func (s *State) take(n *skeleton.Node) []*flight {
	if !n.Alone && !slices.ContainsFunc(s.pending, func(f *flight) bool { return f.n.Unit != n.Unit }) {
		taken := slices.Clip(s.pending)
		s.pending = nil
		return taken
	}
	var taken, left []*flight
	for i, f := range s.pending {
		if f.n.Unit == n.Unit && (!n.Alone || i == len(s.pending)-1) {
			taken = append(taken, f)
		} else {
			left = append(left, f)
		}
	}
	s.pending = left
	return taken
}

// wait completes all but the n youngest groups. If the count is not known, it completes none.
func (s *State) wait(at *skeleton.Node, n int64, known bool) {
	q := s.queue(at.Queue)
	if !known {
		n = int64(len(q.groups))
	}
	if done := int64(len(q.groups)) - max(n, 0); done > 0 {
		news := false
		for i := range q.groups[:done] {
			for _, f := range q.groups[i].flights {
				s.endCovered(f.after, at.Wait) // the operations that f has started after
				news = s.chains.learn(f.self) || news
				news = s.chains.know(f.after) || news
			}
		}
		q.groups = slices.Delete(q.groups, 0, int(done))
		if news {
			s.removeComplete()
		}
	}
	s.endCounted(q.id, q.committed, n)
	for i := range q.groups {
		g := &q.groups[i]
		g.wait, g.allowed, g.age = at, n, int64(len(q.groups)-1-i)
	}
}

// groupOf returns the queue and the group of an operation, and the number of younger groups. It returns nil
// if the operation has no group.
func (s *State) groupOf(f *flight) (*queue, *group, int64) {
	for i := range s.queues {
		q := &s.queues[i]
		for j := range q.groups {
			if slices.Contains(q.groups[j].flights, f) {
				return q, &q.groups[j], int64(len(q.groups) - 1 - j)
			}
		}
	}
	return nil, nil, 0
}

// inFlight counts the groups of all queues that are not known to be complete.
func (s *State) inFlight() int {
	n := 0
	for i := range s.queues {
		n += len(s.queues[i].groups)
	}
	return n
}

// replace replaces every operation without the mark by f of it. An operation that occurs several times is
// replaced by the same copy.
func (s *State) replace(mark int64, f func(*flight) *flight) {
	each := func(list []*flight) []*flight {
		out := make([]*flight, len(list))
		for i, x := range list {
			if x.mark != mark {
				x.mark, x.moved = mark, f(x)
			}
			out[i] = x.moved
		}
		return out
	}
	s.pending, s.lost, s.live = each(s.pending), each(s.lost), liveSet{list: each(s.flying())}
	for i := range s.queues {
		for j := range s.queues[i].groups {
			g := &s.queues[i].groups[j]
			g.flights = each(g.flights)
		}
	}
}

// key appends an encoding that distinguishes the state. one encodes an operation in flight.
func (s *State) key(b []byte, one func(b []byte, f *flight) []byte) []byte {
	list := func(fs []*flight) {
		b = binary.AppendVarint(b, int64(len(fs)))
		for _, f := range fs {
			b = one(b, f)
		}
	}
	list(s.pending)
	list(s.lost)
	if s.tokens.known > 0 || len(s.pools) > 0 {
		list(s.flying())
		b = s.tokenKey(b, s.flying())
		b = s.lazyKey(b, func(b []byte, l *lazyTask) []byte {
			return binary.AppendVarint(b, l.uid)
		}, s.memberKey(s.flying()))
		b = s.attributions.key(b)
	}
	for i := range s.queues {
		if q := &s.queues[i]; len(q.groups) > 0 {
			b = binary.AppendVarint(b, q.id)
			b = binary.AppendVarint(b, int64(len(q.groups)))
			for j := range q.groups {
				list(q.groups[j].flights)
			}
		}
	}
	return s.assumptions(append(b, '|'))
}

// memberKey returns a function that appends which operations of list are in a set.
func (s *State) memberKey(list []*flight) func([]byte, clock) []byte {
	return func(b []byte, set clock) []byte { return append(appendMembers(b, list, set), '.') }
}

// assumptions appends the assumed results of conditions, in a fixed order of their values.
func (s *State) assumptions(b []byte) []byte {
	if len(s.assumed) == 0 {
		return b
	}
	parts := make([]string, 0, len(s.assumed))
	for v, yes := range s.assumed {
		parts = append(parts,
			string(skeleton.AppendValue(nil, v))+map[bool]string{true: "1", false: "0"}[yes])
	}
	slices.Sort(parts)
	for _, part := range parts {
		b = append(b, part...)
	}
	return b
}

// tokenKey appends for each token which operations of list it stands for.
func (s *State) tokenKey(b []byte, list []*flight) []byte {
	for t, raw := range s.tokens.each {
		c, _ := s.token(t)
		b = appendMembers(binary.AppendVarint(append(b, 't'), int64(t)), list, s.expand(c))
		if raw.lazy > 0 {
			b = s.numberKey(append(b, 'l'), raw)
		}
		for _, p := range c.points {
			if q := s.queue(p.queue); len(q.groups) > 0 && q.groups[0].seq <= p.seq {
				b = binary.AppendVarint(binary.AppendVarint(append(b, 'p'), p.queue), q.committed-p.seq)
			}
		}
	}
	return b
}

// appendMembers appends the indices of the operations in list that are in a set.
func appendMembers(b []byte, list []*flight, set clock) []byte {
	if len(set) == 0 {
		return b
	}
	for i, f := range list {
		if set.has(f.self) {
			b = binary.AppendVarint(b, int64(i))
		}
	}
	return b
}
