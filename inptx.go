package inflight

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/inflight-compiler/inflight/check"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/interrupt"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ptx/judge"
	"github.com/inflight-compiler/inflight/ptx/launchfile"
	"github.com/inflight-compiler/inflight/target/ptx"
)

var codeInPTX = diag.Register("check-kernel-in-ptx", "a kernel is wrong in PTX",
	"Barrier objects order what the kernel does, and the judge of PTX found that they do not order enough, "+
		"or "+
		"that a wait for a phase does not end. inflight build FILE -o kernel.ptx writes the kernel, and "+
		"inflight "+
		"check kernel.ptx shows the places.")

// judgeInPTX has the judge of PTX look at the kernels that check leaves to it.
func (m *Module) judgeInPTX(ctx context.Context, report *check.Report) error {
	made := map[*ir.Op]*ptx.Kernels{}
	for _, f := range report.Functions {
		module := f.Op.Parent()
		if !f.LeftToPTX() || !f.Op.Is(gpu.Func) || module == nil || !module.Is(gpu.Module) {
			continue
		}
		if made[module] == nil {
			code, err := ptx.CompileModule(ctx, m.op, module, ptx.Options{})
			if ctx.Err() != nil {
				return interrupt.Error(ctx)
			}
			if err != nil {
				f.Reasons = append(f.Reasons, "and it has no form in PTX: "+firstMessage(err))
				continue
			}
			made[module] = code
		}
		if err := inPTX(ctx, f, made[module]); err != nil {
			return err
		}
	}
	report.Complete = !slices.ContainsFunc(report.Functions, func(f *check.FuncReport) bool {
		return !f.Complete
	})
	return nil
}

// judgeWritten returns what is wrong with those written kernels that only the judge of PTX follows.
func judgeWritten(ctx context.Context, program *ir.Op, code *ptx.Kernels) error {
	var errs diag.List
	for _, kernel := range program.Find(gpu.Func) {
		f := check.Left(kernel)
		if f == nil {
			continue
		}
		if err := inPTX(ctx, f, code); err != nil {
			return err
		}
		if f.InPTX != nil {
			errs.Add(f.InPTX.Errors...)
		}
	}
	return errs.Err()
}

// firstMessage returns the message of an error's first diagnostic.
func firstMessage(err error) string {
	if list := diag.FromError(err); len(list) > 0 {
		return list[0].Message
	}
	return err.Error()
}

// inPTX judges one kernel. The error is that of the context.
func inPTX(ctx context.Context, f *check.FuncReport, code *ptx.Kernels) error {
	limited, cancel := context.WithTimeout(ctx, timeInPTX)
	defer cancel()
	study, err := studyInPTX(limited, f.Name, code)
	switch {
	case ctx.Err() != nil:
		return interrupt.Error(ctx)
	case limited.Err() != nil:
		f.Reasons = append(f.Reasons, "which takes longer than "+timeInPTX.String()+" here")
		return nil
	case err != nil:
		f.Reasons = append(f.Reasons, "and its launch in PTX is not known: "+firstMessage(err))
		return nil
	}
	v := &check.InPTX{Verdict: study.Verdict()}
	if study.Outcome == judge.Wrong {
		for _, d := range study.Diagnostics(false) {
			if d.Severity == diag.Error {
				v.Errors.Add(diag.Errorf(codeInPTX, f.Op.Span(), "@%s is wrong in PTX: %s [%s]", f.Name,
					d.Message,
					d.Code).
					Suggest("inflight build FILE -o kernel.ptx, and inflight check kernel.ptx shows where"))
			}
		}
	}
	clean := study.Outcome == judge.Clean && len(study.NotJudged) == 0 && len(study.NotReached) == 0
	f.TakeFromPTX(v, clean)
	return nil
}

// timeInPTX is how long the judge of PTX may take for a kernel. inflight check of the code has no such limit.
const timeInPTX = 10 * time.Second

// studyInPTX judges a kernel in the launches that its description leaves open.
func studyInPTX(ctx context.Context, name string, code *ptx.Kernels) (*judge.Study, error) {
	module, err := judge.Load(diag.NewFile(name+".ptx", []byte(code.Text)))
	if err != nil {
		return nil, err
	}
	described, err := launchfile.Parse(diag.NewFile(name+".json", code.Metadata))
	if err != nil {
		return nil, err
	}
	plan, err := judge.NewPlan(module, judge.Options{Kernel: name, DynamicShared: -1, Metadata: described})
	if err != nil {
		return nil, err
	}
	plan.Config.VerdictOnly = true
	study, err := judge.Sweep(ctx, plan, judge.SweepOptions{})
	if study == nil && err == nil {
		err = errors.New("it was not executed")
	}
	return study, err
}
