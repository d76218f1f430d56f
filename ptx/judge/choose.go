package judge

import (
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ptx"
)

var codeKernel = diag.Register("ptx-kernel",
	"which kernel is meant is not clear, or it has no such parameter",
	"Name one of the kernels that the text defines, or one of its device functions, which is then launched "+
		"as "+
		"a kernel with the same parameters would be. Give arguments under the names of its parameters.")

// choose returns the function of a name, or the only kernel.
func choose(m *ptx.Module, name string) (*ptx.Function, error) {
	kernels := m.Kernels()
	if name == "" && len(kernels) == 1 {
		return kernels[0], nil
	}
	for _, f := range m.Functions() {
		if f.Name == name && f.Body != nil {
			return f, nil
		}
	}
	return nil, notChosen(m, name, kernels)
}

// notChosen says why no function is chosen, and which there are.
func notChosen(m *ptx.Module, name string, kernels []*ptx.Function) *diag.Diagnostic {
	at := diag.Span{File: m.File}
	names, functions := namesOf(kernels), deviceFunctions(m)
	var d *diag.Diagnostic
	switch {
	case name != "" && names != "":
		d = diag.Errorf(codeKernel, at, "there is no kernel '%s'; there are: %s", name, names)
	case name != "":
		d = diag.Errorf(codeKernel, at, "there is no function '%s'", name)
	case names != "":
		d = diag.Errorf(codeKernel, at, "which kernel? there are: %s", names)
	default:
		d = diag.Errorf(codeKernel, at, "the text defines no kernel")
	}
	if functions != nil && (name != "" || names == "") {
		d.Note(diag.Span{}, "it defines the device functions %s", namesOf(functions))
		if names == "" {
			d.Suggest("--entry %s launches one of them as a kernel", functions[0].Name)
		}
	}
	return d
}

// deviceFunctions returns the functions that have a body and are no kernels.
func deviceFunctions(m *ptx.Module) []*ptx.Function {
	return slices.DeleteFunc(m.Functions(), func(f *ptx.Function) bool { return f.Entry || f.Body == nil })
}

func namesOf(functions []*ptx.Function) string {
	var names []string
	for _, f := range functions {
		names = append(names, f.Name)
	}
	return strings.Join(names, ", ")
}
