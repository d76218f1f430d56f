package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/task"
	"github.com/inflight-compiler/inflight/ir"
)

// HazardKind says what a hazard is about.
type HazardKind uint8

// The kinds of hazards. AtReturn is an operation that may outlive the function.
const (
	RAW HazardKind = iota
	WAR
	WAW
	AtReturn
)

// String returns "RAW", "WAR", "WAW" or "in flight at return".
func (k HazardKind) String() string {
	return [...]string{"RAW", "WAR", "WAW", "in flight at return"}[k]
}

// MarshalText implements encoding.TextMarshaler.
func (k HazardKind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// Iteration is a loop's iteration in a counterexample.
type Iteration struct {
	Name   string // of the induction variable
	Number int64  // counted from 0
	Value  string // of the induction variable
}

// Point is one of the two accesses of a hazard: the operation that touches memory, in which iterations.
type Point struct {
	Op         *ir.Op
	Kind       ir.EffectKind
	Access     *analysis.Access
	Async      *ir.Op // the asynchronous operation it belongs to, or nil
	Thread     string // the indices of the thread, where two threads meet
	Text       string
	Place      string
	Iterations []Iteration
}

// Size is the value of an extent in a counterexample.
type Size struct {
	Name  string
	Value int64
}

// Hazard is a pair of accesses to common memory, one a write, that nothing orders. First is part of an asynchronous
// operation that was issued before Second happens.
type Hazard struct {
	Kind   HazardKind
	Buffer *ir.Value
	Name   string
	First  Point
	Second Point
	Sizes  []Size
	// Queue and Position tell where the first operation's group is: on Queue, with Position younger groups behind it.
	// Queue is -1 while it is in no group, and CpAsyncQueue for cp.async.
	Queue    int64
	Position int64
	// Threads says that the two are accesses of different threads of a block, or iterations of a parallel loop.
	Threads  bool
	Parallel bool // of a parallel loop
	// Token names the token of the first operation where it has one of its own; Dropped says that nothing uses it.
	Token   string
	Dropped bool
	// InFlight is the number of groups that are not known to be complete at the second access, in all queues.
	InFlight int
	// Missing says what would order the two.
	Missing string
	// More is how many hazards have the same cause and are left out of a report that is folded.
	More int

	wait *ir.Op // behind which a barrier is missing, nil if something else is
}

// hazardKey identifies hazards between the same two operations; iterations are not told apart. The last wait on the
// first one's queue between the two is part of the key where verdicts on waits are compared.
type hazardKey struct {
	kind          HazardKind
	first, second *ir.Op
	from, to      *node
	wait          *ir.Op
	equal         bool // writes of equal values, which are no hazard
}

// judge compares an access with one asynchronous operation in flight and reports whether they conflict.
func (m *machine) judge(s *state, f *flight, t *touch) bool {
	if f.where&t.of.place() == 0 || f.over != 0 && m.isActive(f.over) {
		return false
	}
	conflict := false
	for i := range f.touches {
		g := &f.touches[i]
		if !conflicts(s, f, g, t) {
			continue
		}
		if m.agree(f, g, t) {
			m.remark(s, f, g, t)
			continue
		}
		conflict = true
		if m.hazard(s, f, g, t); m.stop {
			break
		}
	}
	return conflict
}

// conflicts reports whether an access of an operation in flight and one that happens now touch common memory.
func conflicts(s *state, f *flight, g, t *touch) bool {
	if isAtomic(g.Op) && isAtomic(t.Op) {
		return false
	}
	if g.Buffer != t.Buffer && g.Buffer != nil && t.Buffer != nil || t.Buffer == g.Buffer && s.inst.of(t) != f.inst.of(t) {
		return false
	}
	if d := s.p.c.distances; d != nil {
		return (g.Writes() || t.Writes()) && d.meets(s.p, g, t)
	}
	return analysis.Conflict(&g.Access, &t.Access)
}

func kindOf(first, second *touch) HazardKind {
	switch {
	case !first.Writes():
		return WAR
	case !second.Writes():
		return RAW
	}
	return WAW
}

// hazard records a conflict. second is nil at the return of the function.
func (m *machine) hazard(s *state, f *flight, first, second *touch) {
	k := hazardKey{kind: AtReturn, first: first.Op, from: f.n}
	if second != nil {
		k = hazardKey{kind: kindOf(first, second), first: first.Op, second: second.Op, from: f.n, to: second.at}
	}
	_, g, _ := s.groupOf(f)
	if g != nil && g.wait != nil {
		k.wait = g.wait.op
	}
	if m.known != nil {
		if !m.known[k] {
			m.failed, m.stop = true, true
		}
		return
	}
	if k.wait != nil {
		m.waits[g.wait.wait].ask(g.age)
	}
	if m.found[k] == nil {
		m.describe(k, s, f, first, second)
	}
}

// agree reports whether what a task has in flight and what happens now are writes of equal values.
func (m *machine) agree(f *flight, first, second *touch) bool {
	if !isTask(f.n.op) || !inTasks(second.at) || first.Kind != ir.Write || second.Kind != ir.Write || isAtomic(first.Op) || isAtomic(second.Op) {
		return false
	}
	if m.c.equal == nil {
		m.c.equal = analysis.NewEqualTasks(m.p.fn)
	}
	return m.c.equal.Equal(first.Op, second.Op)
}

// inTasks reports whether each asynchronous operation that a node is, or stands in, is a task.
func inTasks(n *node) bool {
	op, frame := n.op, n.frame
	for op != nil {
		if op.IsAsync() && !isTask(op) {
			return false
		}
		if op = op.Parent(); frame != nil && op == frame.fn {
			op, frame = frame.call, frame.up
		}
	}
	return true
}

// isTask reports whether an operation makes a task of its body.
func isTask(op *ir.Op) bool { return op.Is(task.Execute) || op.Name() == opExecute }

// remark records writes of equal values.
func (m *machine) remark(s *state, f *flight, first, second *touch) {
	k := hazardKey{kind: WAW, first: first.Op, second: second.Op, from: f.n, to: second.at, equal: true}
	if m.known == nil && m.found[k] == nil {
		m.describe(k, s, f, first, second)
	}
}

// describe keeps what is to be said of two accesses. second is nil at the return of the function.
func (m *machine) describe(k hazardKey, s *state, f *flight, first, second *touch) {
	q, g, age := s.groupOf(f)
	h := &Hazard{Kind: k.kind, Buffer: first.Buffer, Queue: -1, InFlight: s.inFlight()}
	c := m.c
	c.later(func() { h.Name = c.name(h.Buffer) })
	m.point(&h.First, first, f.n.op, f.at)
	if second != nil {
		var scope *ir.Op
		if second.at.async {
			scope = asyncAround(second.at.op)
		}
		m.point(&h.Second, second, scope, m.iterations())
	}
	if g != nil {
		h.Queue, h.Position = q.id, age
	}
	h.Missing = missing(s, f, g, q, second == nil)
	m.nameToken(h, f)
	m.found[k] = h
	if k.equal {
		m.remarks = append(m.remarks, k)
		return
	}
	m.order = append(m.order, k)
}

// asyncAround returns the innermost asynchronous operation around op.
func asyncAround(op *ir.Op) *ir.Op {
	for ; op != nil; op = op.Parent() {
		if op.IsAsync() {
			return op
		}
	}
	return nil
}

// nameToken says of an operation with a token what of it is missing.
func (m *machine) nameToken(h *Hazard, f *flight) {
	token := f.n.op.AsyncToken()
	if !f.n.own || token == nil {
		return
	}
	if h.Dropped = !token.HasUses(); h.Dropped {
		h.Missing = "its token is dropped, so that nothing waits for it"
	}
	c := m.c
	c.later(func() {
		h.Token = c.name(token)
		if !h.Dropped {
			h.Missing = "nothing waits for its token " + h.Token + " before"
		}
	})
}

// missing says what would order the first operation before what comes now.
func missing(s *state, f *flight, g *group, q *queue, atReturn bool) string {
	switch {
	case g == nil && slices.Contains(s.lost, f):
		return "the asynchronous operation that issued it must wait for it"
	case g == nil && atReturn:
		return "it is not committed to any queue"
	case g == nil:
		return "it is not committed yet, and operations of one group are not ordered"
	case g.wait == nil && atReturn:
		return fmt.Sprintf("no wait on %s follows", queueName(q.id))
	case g.wait == nil:
		return fmt.Sprintf("no wait on %s between", queueName(q.id))
	case g.wait.token != nil:
		return fmt.Sprintf("%s must allow at most %d, but this token allows %d", g.wait.waitName(), g.age, g.allowed)
	case g.wait.dynamic != nil:
		return fmt.Sprintf("%s must allow at most %d (had %d)", g.wait.waitName(), g.age, g.allowed)
	}
	return fmt.Sprintf("%s must allow at most %d (has %d)", g.wait.waitName(), g.age, g.allowed)
}

// point fills in the description of an access for people.
func (m *machine) point(p *Point, t *touch, scope *ir.Op, at []iteration) {
	access := t.Access
	*p = Point{Op: t.Op, Kind: t.Kind, Access: &access, Async: scope, Text: t.Op.Name(), Place: t.Op.Span().String()}
	c := m.c
	c.later(func() {
		for _, it := range at {
			p.Iterations = append(p.Iterations, Iteration{c.name(it.n.iv), it.k, c.linear(it.iv)})
		}
	})
}

// atReturn reports what is in flight when the function returns and touches memory that outlives it. What the tokens stand for that it
// returns is the caller's to wait for.
func (m *machine) atReturn(s *state) {
	m.returned(s)
	m.returnGhosts(s)
	for _, f := range s.flying() {
		if s.log != nil {
			s.log.forget(f)
		}
		for i := range f.touches {
			if t := &f.touches[i]; m.outlives(t.Buffer) {
				m.hazard(s, f, t, nil)
				break
			}
		}
		if m.stop {
			return
		}
	}
}

// outlives reports whether memory is there when the function has returned: that of parameters and globals, and
// allocations whose address gets out.
func (m *machine) outlives(v *ir.Value) bool {
	return v == nil || v.IsArgument() || onStack(v) || !allocates(v.DefiningOp()) || m.escapes(v)
}

// escapes reports whether the address of a buffer is used for more than accesses in this function and those it calls.
func (m *machine) escapes(v *ir.Value) bool { return m.escapesUnless(v, map[*ir.Value]bool{}) }

// escapesUnless is escapes for what has not been looked at.
func (m *machine) escapesUnless(v *ir.Value, known map[*ir.Value]bool) bool {
	if known[v] {
		return false
	}
	known[v] = true
	for u := range v.UsesInside() {
		if handed := handedOn(u); handed != nil {
			if slices.ContainsFunc(handed, func(v *ir.Value) bool { return m.escapesUnless(v, known) }) {
				return true
			}
		} else if m.passesOn(u.Owner(), u.Value()) {
			return true
		}
	}
	return false
}

// handedOn returns what has an operand from then on, where that is a view, or a loop that carries it.
func handedOn(u *ir.Operand) []*ir.Value {
	op := u.Owner()
	if op.Def().View != nil {
		return op.Results()
	}
	at := u.Index()
	if op.Has(ir.Terminator) {
		op = op.Parent()
	} else if l := op.Def().Loop; l != nil && l.Inits != nil {
		inits, _ := l.Inits(op)
		at -= op.NumOperands() - len(inits)
	}
	if l := op.Def().Loop; l != nil && l.Inits != nil {
		if _, args := l.Inits(op); at >= 0 && at < len(args) && at < op.NumResults() {
			return []*ir.Value{args[at], op.Result(at)}
		}
	}
	return nil
}

// passesOn reports whether op lets the address v get out.
func (m *machine) passesOn(op *ir.Op, v *ir.Value) bool {
	def := op.Def()
	switch {
	case def.Callee != nil:
		return m.c.callee(op) == nil
	case op.Has(ir.Terminator):
		return true
	case def.Effects == nil:
		return !op.Has(ir.Pure)
	}
	accessed := false
	def.Effects(op, func(e ir.Effect) { accessed = accessed || e.Value == v })
	return !accessed && !op.IsEffectFree()
}

// String names the operation, its place and its iterations.
func (p *Point) String() string { return p.text(true) }

func (p *Point) text(place bool) string {
	var b strings.Builder
	b.WriteString(p.Text)
	if place && p.Place != "" {
		b.WriteString(" (" + p.Place + ")")
	}
	if p.Thread != "" {
		b.WriteString(" in " + p.Thread)
	}
	if len(p.Iterations) > 0 {
		b.WriteString(" at ")
	}
	for i, it := range p.Iterations {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%s = %s", it.Name, it.Value)
	}
	return b.String()
}

// Diagnostic returns the hazard as an error at its second access, or at the first where the function returns.
func (h *Hazard) Diagnostic() *diag.Diagnostic {
	if h.Kind == AtReturn {
		return diag.Errorf(CodeAtReturn, h.First.Op.Span(), "%s may still touch %s when the function returns%s",
			h.First.text(false), h.Name, sizesText(h.Sizes)).Suggest("%s", h.Missing)
	}
	if h.Threads {
		return h.threadDiagnostic()
	}
	code := [...]diag.Code{RAW: CodeRAW, WAR: CodeWAR, WAW: CodeWAW}[h.Kind]
	first, second := verb(h.First.Kind), verb(h.Second.Kind)
	d := diag.Errorf(code, h.Second.Op.Span(), "%s %s %s while an asynchronous operation in flight %s it (%s)%s",
		h.Second.text(false), second, h.Name, first, h.Kind, sizesText(h.Sizes))
	d.Note(h.First.Op.Span(), "the asynchronous %s; %s", h.First.text(false), h.where())
	return d.Suggest("%s", h.Missing)
}

// threadDiagnostic returns a hazard between threads as an error at its second access.
func (h *Hazard) threadDiagnostic() *diag.Diagnostic {
	code := [...]diag.Code{RAW: CodeRAW, WAR: CodeWAR, WAW: CodeWAW}[h.Kind]
	first, second := verb(h.First.Kind), verb(h.Second.Kind)
	how := "which %s in %s %s without a barrier between (%s)"
	if h.Parallel {
		how = "which %s in %s %s, and nothing orders the two (%s)"
	}
	if h.First.Async != nil {
		how = "which %s in %s %s asynchronously (%s)"
	}
	d := diag.Errorf(code, h.Second.Op.Span(), "%s in %s %s %s, "+how, h.Second.Text, h.threadText(&h.Second), second, h.Name,
		h.First.Text, h.threadText(&h.First), first, h.Kind)
	d.Note(h.First.Op.Span(), "the %s of %s", h.First.Text, h.threadText(&h.First))
	return d.Suggest("%s", h.Missing)
}

// equalDiagnostic returns writes of equal values as a remark at the second.
func (h *Hazard) equalDiagnostic() *diag.Diagnostic {
	if !h.Threads {
		d := diag.Remarkf(CodeEqual, h.Second.Op.Span(), "%s writes to %s the value that %s of a task writes there, and nothing orders the two",
			h.Second.Text, h.Name, h.First.Text)
		d.Note(h.First.Op.Span(), "the %s of the task", h.First.Text)
		return d
	}
	d := diag.Remarkf(CodeEqual, h.Second.Op.Span(), "%s in %s writes to %s the value that %s in %s writes there, and nothing orders the two",
		h.Second.Text, h.threadText(&h.Second), h.Name, h.First.Text, h.threadText(&h.First))
	d.Note(h.First.Op.Span(), "the %s of %s", h.First.Text, h.threadText(&h.First))
	return d
}

func (h *Hazard) threadText(p *Point) string {
	if h.Parallel {
		return "iteration " + p.Thread
	}
	return "thread " + p.Thread
}

func verb(k ir.EffectKind) string {
	return map[ir.EffectKind]string{ir.Read: "reads", ir.Write: "writes", ir.Free: "frees"}[k]
}

// where tells the place of the first operation among the groups.
func (h *Hazard) where() string {
	if h.Token != "" {
		return "its token is " + h.Token
	}
	if h.Queue == -1 {
		return fmt.Sprintf("not in a group, %d groups in flight", h.InFlight)
	}
	return fmt.Sprintf("its group on %s has %d younger ones, %d groups in flight", queueName(h.Queue), h.Position, h.InFlight)
}

func sizesText(sizes []Size) string {
	if len(sizes) == 0 {
		return ""
	}
	parts := make([]string, len(sizes))
	for i, s := range sizes {
		parts[i] = fmt.Sprintf("%s = %d", s.Name, s.Value)
	}
	return ", with " + strings.Join(parts, ", ")
}
