package judge

import (
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ptx/machine"
)

// memoryFences returns the verdicts on the fences of memory. They rest on what the launch showed of who
// communicates with whom, so that where something is wrong they are not judged.
func memoryFences(p *Plan, result *machine.Report) []Fence {
	wrong := slices.ContainsFunc(result.Findings, func(d *diag.Diagnostic) bool {
		return d.Severity == diag.Error
	})
	guessed := slices.ContainsFunc(p.Guesses, func(g *Guess) bool { return g.What == gridName })
	single := guessed && p.Config.Grid.Count() == 1
	var all []Fence
	for i := range result.MemoryFences {
		m := &result.MemoryFences[i]
		f := Fence{Instruction: m.Instruction, Line: m.Instruction.Span.Place().Line,
			Text: m.Instruction.String()}
		f.Verdict, f.Enough = judgeMemoryFence(m, single)
		if wrong && (f.Verdict == Redundant || f.Verdict == TooStrong) {
			f.Verdict, f.Enough = Unjudged, ""
		}
		for _, c := range []*machine.Crossing{m.Far, m.Near, m.Alone} {
			if c == nil || f.Verdict != Needed && f.Verdict != TooStrong {
				continue
			}
			f.From, f.To = p.Kernel.Instruction(c.From), p.Kernel.Instruction(c.To)
			break
		}
		all = append(all, f)
	}
	return all
}

// judgeMemoryFence returns the verdict on a fence of memory, and what is enough if that is less. The grid of
// a single block says nothing of what other blocks would communicate.
func judgeMemoryFence(m *machine.MemoryFence, single bool) (Verdict, string) {
	enough := m.Enough()
	switch {
	case !m.Executed:
		return NotReached, ""
	case m.IsNeedless():
		return Redundant, ""
	case !m.Known || m.MayTellHost() || enough != "" && single && m.Far == nil:
		return Unjudged, ""
	case enough != "":
		return TooStrong, enough
	}
	return Needed, ""
}
