package judge

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ptx"
	"github.com/inflight-compiler/inflight/ptx/machine"
)

var (
	codeWideFence = diag.Register("ptx-fence-too-wide", "a fence of proxies is for more memory than it must",
		"Without .shared::cta or .global the fence waits for accesses of both memories. Only one of them is "+
			"accessed through both proxies across this fence: with the modifier that the message names it "+
			"waits for less.")
	codeIdleFence = diag.Register("ptx-fence-redundant", "a fence of proxies that nothing needs",
		"No access through the asynchronous proxy meets one through the generic proxy that lies behind no "+
			"other fence than this. It can be removed, with all others as they are: of two redundant fences "+
			"one may have to stay.")
)

// Fence is the verdict on one fence for the asynchronous proxy: Needed, Redundant, TooStrong where it is for
// more memory than it must, NotReached, or Unjudged where a fence is missing. It is judged with all others as
// they are.
type Fence struct {
	Instruction *ptx.Instruction
	Line        int
	Text        string
	Verdict     Verdict
	// Enough is the instruction that is enough, "" if it is not TooStrong.
	Enough string
	// From and To are accesses between which no other fence lies, nil if there are none.
	From, To *ptx.Instruction
}

// judgeFences returns the verdicts on the fences of a launch.
func judgeFences(k *machine.Kernel, result *machine.Report) []Fence {
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
		return diag.Remarkf(codeWideFence, f.Instruction.Span,
			"the fence is wider than necessary: '%s' is enough", f.Enough).
			Note(f.From.Span, "it orders this").Note(f.To.Span,
			"before this, and other memory it need not order")
	case Redundant:
		return diag.Remarkf(codeIdleFence, f.Instruction.Span, "nothing needs this fence")
	}
	return nil
}
