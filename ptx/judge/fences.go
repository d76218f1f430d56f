package judge

import (
	"cmp"
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ptx"
	"github.com/inflight-compiler/inflight/ptx/machine"
)

var (
	codeWideFence = diag.Register("ptx-fence-too-wide", "a fence is for more than it must be",
		"A fence of proxies without .shared::cta or .global waits for accesses of both memories, and only "+
			"one of them is accessed through both proxies across this fence. A fence of memory with a scope "+
			"waits until threads of that scope can see what was written, and only threads of a smaller one "+
			"synchronize through it; or it is a fence.sc, and its order among others decides nothing. The "+
			"fence that the message names waits for less. Who is not in the grid is not seen here: a fence "+
			"for the host or another device stays as it is.")
	codeIdleFence = diag.Register("ptx-fence-redundant", "a fence that nothing needs",
		"No access through the asynchronous proxy meets one through the generic proxy that lies behind no "+
			"other fence of proxies than this. A fence of memory acts where a strong write behind it is "+
			"read "+
			"by a strong read of another thread that acquires, or a strong read before it finds such a "+
			"write "+
			"that releases: here none does, or another fence or the access itself orders as much. The fence "+
			"can be removed, with all others as they are: of two redundant fences one may have to stay.")
)

// Fence is the verdict on one fence, for the asynchronous proxy or of memory: Needed, Redundant, TooStrong
// where it is for more memory or more threads than it must, NotReached, or Unjudged where a fence is missing
// or something else is wrong. It is judged with all others as they are.
type Fence struct {
	Instruction *ptx.Instruction
	Line        int
	Text        string
	Verdict     Verdict
	// Enough is the instruction that is enough, "" if it is not TooStrong.
	Enough string
	// From and To are accesses between which no other fence lies, nil if there are none. For a fence of
	// memory they are a strong write and a strong read that finds it.
	From, To *ptx.Instruction
}

// judgeFences returns the verdicts on the fences of a launch, in the order of the text.
func judgeFences(p *Plan, result *machine.Report) []Fence {
	all := append(proxyFences(p.Kernel, result), memoryFences(p, result)...)
	slices.SortStableFunc(all, func(a, b Fence) int {
		return cmp.Compare(a.Instruction.Span.Start, b.Instruction.Span.Start)
	})
	return all
}

// proxyFences returns the verdicts on the fences for the asynchronous proxy.
func proxyFences(k *machine.Kernel, result *machine.Report) []Fence {
	var all []Fence
	for _, u := range result.Fences {
		in := k.Instruction(u.Site)
		f := Fence{Instruction: in, Line: in.Span.Place().Line, Text: in.String(), Verdict: Needed}
		because := u.ForShared
		switch {
		case !u.Executed:
			f.Verdict = NotReached
		case u.ForShared == nil && u.ForGlobal == nil && result.Unfenced:
			f.Verdict = Unjudged
		case u.ForShared == nil && u.ForGlobal == nil:
			f.Verdict = Redundant
		case u.Shared && u.Global && u.ForGlobal == nil:
			f.Verdict, f.Enough = TooStrong, "fence.proxy.async.shared::cta"
		case u.ForShared == nil:
			if because = u.ForGlobal; u.Shared {
				f.Verdict, f.Enough = TooStrong, "fence.proxy.async.global"
			}
		}
		if because != nil {
			f.From, f.To = k.Instruction(because.From), k.Instruction(because.To)
		}
		all = append(all, f)
	}
	return all
}

// diagnostic returns what there is to say of a fence, nil if it is right.
func (f *Fence) diagnostic() *diag.Diagnostic {
	switch f.Verdict {
	case TooStrong:
		d := diag.Remarkf(codeWideFence, f.Instruction.Span,
			"the fence is wider than necessary: '%s' is enough", f.Enough)
		if !f.Instruction.Has("proxy") {
			return d.Note(f.From.Span, "what it orders is told here").Note(f.To.Span, "and found here")
		}
		return d.Note(f.From.Span, "it orders this").Note(f.To.Span,
			"before this, and other memory it need not order")
	case Redundant:
		return diag.Remarkf(codeIdleFence, f.Instruction.Span, "nothing needs this fence")
	}
	return nil
}
