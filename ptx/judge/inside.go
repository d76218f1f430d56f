package judge

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ptx/affine"
	"github.com/inflight-compiler/inflight/ptx/machine"
)

// This file judges accesses in front of what a pointer points to. A pointer of which nobody said where it
// points may point inside of its memory: a[-1] is a mistake only if it does not. Such a kernel is judged
// again with all of these pointers inside, so that what else is wrong with it shows as well.

// inside is how far behind the beginning of their memory pointers point in such a launch.
const inside = 1 << 20

// pointInside returns the plan with the pointers of which nothing is known inside of their memory.
func (p *Plan) pointInside() *Plan {
	q := *p
	q.inside = inside
	q.Config, _ = p.Config.WithCopies()
	for i := range q.Config.Args {
		a := &q.Config.Args[i]
		if a.Buffer != nil && a.Buffer.Grows && a.At == 0 {
			a.At = inside
		}
		for at, to := range a.Pointers {
			if to.Buffer != nil && to.Buffer.Grows && to.At == 0 {
				a.Pointers[at] = machine.Address{Buffer: to.Buffer, At: inside}
			}
		}
	}
	return &q
}

// judgeInside judges a kernel again that accesses what lies in front of a buffer of which nobody said the
// size. It returns the study as it is if the kernel does not.
func judgeInside(ctx context.Context, study *Study, o SweepOptions) (*Study, error) {
	p := study.Plan
	i := slices.IndexFunc(study.Findings, func(d *diag.Diagnostic) bool { return p.isInFront(d) })
	if p.inside > 0 || i < 0 {
		return study, nil
	}
	again, trials, err := run(ctx, p.pointInside(), o, false)
	if err != nil {
		return nil, err
	}
	slot, name := p.namedIn(study.Findings[i])
	if again.Outcome == Clean {
		study.Outcome, study.On = Depends, whereItPoints(p, slot, name, trials)
		study.Wrong[study.On] = study.On.Values[:1]
		study.Right[study.On] = study.On.Values[1:]
		return study, nil
	}
	front := *study.Findings[i]
	front.Severity = diag.Warning
	again.Findings = append(slices.Clone(again.Findings), front.Note(diag.Span{},
		"unless '%s' points inside of its memory: give its size and the place, %sbytes:SIZE@PLACE", name,
		slotFlag(p.Kernel, slot)))
	return again, nil
}

// isInFront reports whether an error is an access in front of a buffer of which nobody said the size.
func (p *Plan) isInFront(d *diag.Diagnostic) bool {
	_, name := p.namedIn(d)
	return d.Severity == diag.Error && d.Code == "ptx-out-of-bounds" && name != "" &&
		strings.HasSuffix(d.Message, " in front of '"+name+"'")
}

// namedIn returns the pointer to a buffer of which nobody said the size, and which a message ends with.
func (p *Plan) namedIn(d *diag.Diagnostic) (affine.Slot, string) {
	for i, a := range p.Config.Args {
		for at, b := range placesOf(a) {
			if b != nil && b.Grows && strings.HasSuffix(d.Message, "'"+b.Name+"'") {
				return affine.Slot{Param: i, Offset: at}, b.Name
			}
		}
	}
	return affine.Slot{}, ""
}

// whereItPoints is the guess that a pointer points to the beginning of its memory, or so far inside as
// launches need.
func whereItPoints(p *Plan, slot affine.Slot, name string, trials []*trial) *Guess {
	front, end := inFrontOf(name, trials), int64(inside)
	for _, t := range trials {
		for _, r := range t.report.Reached {
			if r.Buffer.Name == name {
				end = max(end, r.Bytes)
			}
		}
	}
	return &Guess{What: "where '" + name + "' points", Flag: slotFlag(p.Kernel, slot), Values: []Choice{
		{Text: "the beginning of its memory"}, {Text: sizeText(end-inside, front)}}}
}

// inFrontOf returns how many bytes in front of what a pointer points to launches with pointers inside access.
func inFrontOf(name string, trials []*trial) int64 {
	front := int64(0)
	for _, t := range trials {
		for _, r := range t.report.Reached {
			if r.Buffer.Name == name {
				front = max(front, inside-r.First)
			}
		}
	}
	return front
}

// sizeText writes how much memory lies behind and in front of what a pointer points to, as --arg takes it.
func sizeText(behind, front int64) string {
	if front == 0 {
		return fmt.Sprintf("bytes:%d", behind)
	}
	return fmt.Sprintf("bytes:%d@%d", front+behind, front)
}
