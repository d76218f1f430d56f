package machine

import (
	"encoding/binary"
	"maps"
	"slices"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/check/internal/skeleton"
	"github.com/inflight-compiler/inflight/ir"
)

// instances counts how often each allocation was executed: accesses to different instances never overlap.
// It is immutable, so that whoever was there at one time keeps what he saw: a tree, of which another
// execution copies one path. An allocation whose number is less than instanceFan is counted in the top; nil
// has executed nothing.
type instances struct {
	counts [instanceFan]int64
	parts  *[instanceFan]*instances
}

const instanceFan = 8

// of returns the instance of the buffer of an access; memory from outside of the function has only one.
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

// another returns what has executed an allocation once more.
func (i *instances) another(alloc int) *instances {
	made := &instances{}
	if i != nil {
		*made = *i
	}
	if alloc < instanceFan {
		made.counts[alloc]++
		return made
	}
	parts := &[instanceFan]*instances{}
	if made.parts != nil {
		*parts = *made.parts
	}
	at := alloc % instanceFan
	parts[at] = parts[at].another(alloc/instanceFan - 1)
	made.parts = parts
	return made
}

// flight is an asynchronous operation that is not known to be complete. It is immutable but for mark and
// moved.
type flight struct {
	mark    int64   // the wait that completes it, while it does, or the skip that moves it
	moved   *flight // by that skip
	n       *skeleton.Node
	uid     int64
	at      []skeleton.Iteration
	touches []skeleton.Touch
	where   skeleton.Places
	inst    *instances
	refs    []versionRef
	self    mark
	after   clock        // what is complete when it is
	backlog backlogSince // see ownBacklog
	end     *State       // how the thread that it is has ended, until what that gives out is known
	// see settle: the activation of a loop for which it stands for those of any iteration
	over int64
}

// backlogSince says in which iteration of which activation of a loop a flight has joined the backlog.
type backlogSince struct{ act, k int64 }

// group is what one commit pushed.
type group struct {
	flights []*flight
	maker   *skeleton.Node // the commit
	seq     int64          // counted from 0 on its queue
	// wait is the last wait on the queue since, with the number of groups that were younger at that moment.
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

// State is a thread of control between two steps. Its slices are shared between copies until they are
// changed.
type State struct {
	p       *skeleton.Program
	pending []*flight
	queues  []queue
	lost    []*flight // issued by threads that ended without waiting for them
	live    liveSet   // all of the above
	inst    *instances
	// carried values and results of conditions, nil if there are none
	values       map[*ir.Value]analysis.Linear
	assumed      map[*ir.Value]bool // how unknown conditions were decided, nil if none was
	tokens       tokens
	pools        []completion // what groups of tokens hold
	chains       chains
	attributions attributions
	paused       *State // the task that has come to the end of a part
	guessed      bool   // an unknown decision of a graph has led here
	Log          *versionLog
}

// newState returns the state in which a run begins.
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

// assume notes how an unknown condition is decided.
func (s *State) assume(v *ir.Value, holds bool) {
	if s.assumed == nil {
		s.assumed = map[*ir.Value]bool{}
	}
	s.assumed[v] = holds
}

// forgetWithin drops what was assumed of values that an operation holds.
func (s *State) forgetWithin(op *ir.Op) {
	for v := range s.assumed {
		if b := v.ParentBlock(); b != nil && op.IsAncestorOf(b.ParentOp()) {
			delete(s.assumed, v)
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

// commit pushes what a commit takes of the pending operations: those of its unit.
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

// wait completes all but the n youngest groups. n < 0 stands for a count that is not known: nothing is
// certain.
func (s *State) wait(at *skeleton.Node, n int64, known bool) {
	q := s.queue(at.Queue)
	if !known {
		n = int64(len(q.groups))
	}
	if done := int64(len(q.groups)) - max(n, 0); done > 0 {
		news := false
		for i := range q.groups[:done] {
			for _, f := range q.groups[i].flights {
				s.endCovered(f.after, at.Wait) // what it has waited for
				news = s.chains.learn(f.self) || news
				news = s.chains.know(f.after) || news
			}
		}
		q.groups = slices.Delete(q.groups, 0, int(done))
		if news {
			s.land()
		}
	}
	s.endCounted(q.id, q.committed, n)
	for i := range q.groups {
		g := &q.groups[i]
		g.wait, g.allowed, g.age = at, n, int64(len(q.groups)-1-i)
	}
}

// groupOf returns the queue and the group of a flight, and how many groups are younger; nil when it has none.
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

// replace applies f to every flight that does not have the mark, keeping shared ones shared.
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

// key appends what distinguishes the state; one describes a flight.
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

// assumptions appends the decided conditions in the order of their values' definition.
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

// tokenKey appends what tokens stand for of what is in flight, of which list is all that counts.
func (s *State) tokenKey(b []byte, list []*flight) []byte {
	for t := range s.tokens.each {
		c, _ := s.token(t)
		b = appendMembers(binary.AppendVarint(append(b, 't'), int64(t)), list, s.expand(c))
		for _, p := range c.points {
			if q := s.queue(p.queue); len(q.groups) > 0 && q.groups[0].seq <= p.seq {
				b = binary.AppendVarint(binary.AppendVarint(append(b, 'p'), p.queue), q.committed-p.seq)
			}
		}
	}
	return b
}

// appendMembers appends which of a list are in a set.
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
