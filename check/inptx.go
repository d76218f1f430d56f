package check

import (
	"slices"

	"github.com/inflight-compiler/inflight/check/internal/source"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
)

// InPTX is the verdict of the judge of PTX on a kernel, in words, with the errors that it found.
type InPTX struct {
	Verdict string
	Errors  diag.List
}

// leftToPTX is the reason for kernels that the judge of PTX follows.
const leftToPTX = "what barrier objects order is judged in PTX: inflight build FILE -o kernel.ptx, then " +
	"inflight " +
	"check kernel.ptx"

// Left returns the report on a function in which barrier objects order accesses by phases, nil for others.
func Left(fn *ir.Op) *FuncReport {
	for op := range fn.Walk() {
		if source.ByBarrierObject(op) {
			return &FuncReport{Name: fn.SymbolName(), Op: fn, Reasons: []string{leftToPTX}}
		}
	}
	return nil
}

// LeftToPTX reports whether barrier objects order accesses of the function, which the judge of PTX follows.
func (f *FuncReport) LeftToPTX() bool { return slices.Contains(f.Reasons, leftToPTX) }

// TakeFromPTX takes over the verdict of the judge of PTX. The check is complete if that judge has found
// errors, or holds its verdict for complete.
func (f *FuncReport) TakeFromPTX(v *InPTX, complete bool) {
	f.InPTX = v
	if complete || v.Errors.HasErrors() {
		f.Reasons, f.Complete = nil, true
		return
	}
	f.Reasons = append(f.Reasons, "there the verdict is: "+v.Verdict)
}
