package ranks

import (
	"fmt"
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
)

var (
	codeDeadlock = diag.Register("ranks-deadlock", "programs of several ranks block each other",
		"Each rank of the circle waits for an action that stands behind the one that the next rank waits "+
			"in. Let one rank of the circle receive before it sends, or send and receive in one batch; "+
			"inflight check --ranks --fix proposes an order. A larger number of slots (--transport) may "+
			"hide "+
			"the circle, and does not remove it.")
	// CodeUnmatched is the code of sends and receives without a partner.
	CodeUnmatched = diag.Register("ranks-unmatched", "a message has no receiver, or a receive no sender",
		"The two ranks of a channel do not send and receive equally often. Add the other side, or remove "+
			"this one; peers, tags and communicators must agree.")
	codeMismatch = diag.Register("ranks-mismatch", "two actions meet that do not fit each other",
		"The messages of a channel arrive in the order in which they were sent, whatever they hold. Send "+
			"and receive them in the same order, with the same type, and receive at least as many elements "+
			"as are sent. The members of a group call the same collectives in the same order.")
	codeGroup = diag.Register("ranks-group", "the ranks of a collective name different groups",
		"All members of a communicator must list the same members, themselves among them, and each member "+
			"must take part in each collective.")
	// CodeIncomplete is the code of programs whose messages are not known.
	CodeIncomplete = diag.Register("ranks-incomplete", "the messages of a program are not known",
		"A peer, a tag, a group, a condition or the number of iterations around communication depends on "+
			"data "+
			"or is not stated, or the program is too long. Write a constant, or compute the number from the "+
			"number of the rank and how many there are; name the sender and the tag of a receive. A module "+
			"of HLO is scheduled, and says how many devices it is for.")
	codeBad = diag.Register("ranks-invalid", "the program of a rank is not one",
		"A peer or a member of a group is not a rank of the system. Give a program for each rank, or "+
			"correct "+
			"the number.")
)

// Verdict is what is wrong with a system.
type Verdict struct {
	// Circles are groups of actions that wait for each other. If there are none and nothing is Unmatched,
	// Absent or in Groups, every execution ends, whatever the timing.
	Circles []Circle
	// Unmatched are sends and receives without a partner.
	Unmatched []Ref
	// Absent are collectives that a member of the group never calls, Groups those whose members disagree on
	// the group.
	Absent []Absence
	Groups []Clash
	// Mismatched are pairs that meet and do not fit.
	Mismatched []Clash
	// Stuck are the actions that start in every execution and end in none, rank by rank.
	Stuck []Ref
	// Left is the number of actions that never end, and Transfers that of messages that arrive.
	Left, Transfers int
}

// Clash is two actions that do not fit. The first one is a send, or the collective of the first member.
type Clash struct{ First, Second Ref }

// Absence is a collective that some members of the group never call.
type Absence struct {
	At      Ref
	Missing []int32
}

// Free reports whether every execution ends, and all messages fit their receivers.
func (v *Verdict) Free() bool {
	return v.Left == 0 && len(v.Unmatched)+len(v.Absent)+len(v.Groups)+len(v.Mismatched) == 0
}

// MostActions is the largest number of actions of a system.
const MostActions = 10_000_000

// TooLong returns the error that the ranks have more than MostActions actions together, at the action that is
// one too many.
func TooLong(at diag.Span, rank int32, own int) error {
	return diag.Errorf(CodeIncomplete, at,
		"the ranks have more than %d actions together (rank %d has %d up to "+
			"here): give fewer ranks or fewer iterations", MostActions, rank, own)
}

// Check returns an error for each action that names a rank that the system does not have.
func (s *System) Check() error {
	var errs diag.List
	n := int32(len(s.Ranks))
	for r := range s.Ranks {
		for i := range s.Ranks[r].Actions {
			a := &s.Ranks[r].Actions[i]
			if a.Transfers() && (a.Peer < 0 || a.Peer >= n) {
				errs.Add(diag.Errorf(codeBad, a.At, "%s of rank %d: there is no rank %d among %s", a.Label, r,
					a.Peer, diag.Count(int(n), "rank")))
			}
			for _, member := range a.Group {
				if member < 0 || member >= n {
					errs.Add(diag.Errorf(codeBad, a.At, "%s of rank %d: the group has the rank %d, and "+
						"there are %s", a.Label, r, member, diag.Count(int(n), "rank")))
					break
				}
			}
		}
	}
	return errs.Err()
}

// Judge says whether the programs of a system can block each other, and which actions do not fit. The system
// has passed Check.
func Judge(s *System, t Transport) *Verdict {
	g := newEvents(s, t)
	happened, _ := g.happen()
	v := &Verdict{Unmatched: g.unmatched, Absent: g.absent, Groups: g.groups, Mismatched: g.clashes}
	for i, ref := range g.refs {
		x := int32(i)
		switch {
		case !happened[end(x)]:
			v.Left++
			if happened[start(x)] {
				v.Stuck = append(v.Stuck, ref)
			}
		case s.Action(ref).Kind == Send && g.partner[x] != none && happened[end(g.partner[x])]:
			v.Transfers++
		}
	}
	v.Circles = g.circles(s, happened)
	return v
}

// Diagnostics returns an error for each finding of a verdict.
func (v *Verdict) Diagnostics(s *System) diag.List {
	var l diag.List
	for i := range v.Circles {
		l.Add(v.Circles[i].diagnostic(s))
	}
	for _, ref := range v.Unmatched {
		a := s.Action(ref)
		said := "rank %d never receives the message of %s of rank %d"
		if a.Kind == Recv {
			said = "rank %d never sends the message for %s of rank %d"
		}
		l.Add(diag.Errorf(CodeUnmatched, a.At, said, a.Peer, a.Label, ref.Rank))
	}
	for _, x := range v.Absent {
		said := "%s of rank %d waits for %s, who never take part"
		if len(x.Missing) == 1 {
			said = "%s of rank %d waits for %s, who never takes part"
		}
		l.Add(diag.Errorf(codeGroup, s.Action(x.At).At, said, s.Action(x.At).Label, x.At.Rank,
			rankList(x.Missing)))
	}
	for _, x := range v.Groups {
		l.Add(v.group(s, x))
	}
	for _, x := range v.Mismatched {
		l.Add(mismatch(s, x))
	}
	return l
}

func (v *Verdict) group(s *System, x Clash) *diag.Diagnostic {
	first, second := s.Action(x.First), s.Action(x.Second)
	if !slices.Contains(second.Group, x.Second.Rank) {
		return diag.Errorf(codeGroup, second.At, "%s of rank %d is for %s, and rank %d is not one of them",
			second.Label, x.Second.Rank, rankList(second.Group), x.Second.Rank)
	}
	return diag.Errorf(codeGroup, second.At, "%s of rank %d is for %s, and at rank %d for %s", second.Label,
		x.Second.Rank, rankList(second.Group), x.First.Rank, rankList(first.Group)).
		Note(first.At, "the group of rank %d", x.First.Rank)
}

func mismatch(s *System, x Clash) *diag.Diagnostic {
	first, second := s.Action(x.First), s.Action(x.Second)
	if first.Kind == Collective {
		return diag.Errorf(codeMismatch, second.At, "%s of rank %d meets %s of rank %d", described(second),
			x.Second.Rank, described(first), x.First.Rank).Note(first.At, "rank %d", x.First.Rank)
	}
	return diag.Errorf(codeMismatch, second.At, "%s of rank %d receives the message of %s of rank %d: "+
		"%s is expected, and %s is sent", second.Label, x.Second.Rank, first.Label, x.First.Rank,
		second.Payload, first.Payload).Note(first.At, "the message is sent here")
}

func described(a *Action) string {
	if a.Payload == Unknown {
		return a.Label
	}
	return fmt.Sprintf("%s on %s", a.Label, a.Payload)
}

// rankList is the ranks of a list in words: "rank 2", "the ranks 0 and 2".
func rankList(ranks []int32) string {
	words := make([]string, len(ranks))
	for i, r := range ranks {
		words[i] = fmt.Sprint(r)
	}
	switch last := len(words) - 1; {
	case last < 0:
		return "no rank"
	case last == 0:
		return "rank " + words[0]
	case last > 16:
		return fmt.Sprintf("the ranks %s and %d others", strings.Join(words[:8], ", "), last-7)
	default:
		return fmt.Sprintf("the ranks %s and %s", strings.Join(words[:last], ", "), words[last])
	}
}
