package judge

import (
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ptx/machine"
)

// strictCodes are those whose warnings are errors for who asks for it: the manual does not allow what they
// are about, or does not say that it does, and devices have seldom been seen to do wrong.
var strictCodes = []diag.Code{"ptx-proxy-fence", "ptx-proxy-fence-late", "ptx-pdl", "ptx-tensor-fence"}

// strictly makes errors of the warnings that are errors for who asks for it.
func strictly(findings diag.List) {
	for _, d := range findings {
		if d.Severity == diag.Warning && slices.Contains(strictCodes, d.Code) {
			d.Severity = diag.Error
		}
	}
}

// hazards sets what the options say of what is a hazard. Every name must be that of a pointer.
func (p *Plan) hazards(o Options) error {
	p.Strict = o.Strict
	p.Config.Dependent, p.Config.Constant = o.Dependent, o.Constant
	for _, name := range o.Constant {
		i := slices.IndexFunc(p.Kernel.Params, func(x machine.Param) bool { return x.Name == name })
		if i >= 0 && p.Kernel.Params[i].Pointer {
			continue
		}
		d := diag.Errorf(codeKernel, p.Kernel.Function.Span, "'%s' has no pointer '%s'", p.Kernel.Name, name)
		var names []string
		for _, x := range p.Kernel.Params {
			if x.Pointer {
				names = append(names, x.Name)
			}
		}
		if len(names) > 0 {
			d.Suggest("it has: %s", strings.Join(names, ", "))
		}
		return d
	}
	return nil
}
