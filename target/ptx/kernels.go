package ptx

import (
	"context"
	"encoding/json"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/interrupt"
	"github.com/inflight-compiler/inflight/ir"
)

// Options says how kernels are compiled.
type Options struct {
	// Target is the device, as in sm_80. If it is empty, it is the least device that has all instructions.
	Target string
	// Lines asks for directives that say where instructions come from (.loc).
	Lines bool
}

// Kernels is compiled code: the text of PTX, and a description for the program that launches the kernels.
type Kernels struct {
	Text string
	// Version is the version of PTX, as in 7.1, and Target the least device, as in sm_80. List has the
	// kernels in the order of the program.
	Version, Target string
	List            []Kernel
	// Metadata is JSON: version, target, and a list of kernels with parameters, shared memory and the size of
	// their blocks.
	Metadata []byte
	// Remarks are the warnings and remarks of the passes that lower to PTX. For example, they name copies
	// that are not asynchronous in PTX.
	Remarks diag.List
}

// Compile makes PTX of the kernels of a program, which is not changed.
func Compile(ctx context.Context, program *ir.Op, o Options) (*Kernels, error) {
	program, err := Outline(ctx, program)
	if err != nil {
		return nil, err
	}
	module, err := only(program)
	if err != nil {
		return nil, err
	}
	return CompileModule(ctx, program, module, o)
}

// CompileModule makes PTX of one module of kernels in a program.
func CompileModule(ctx context.Context, program, kernels *ir.Op, o Options) (_ *Kernels, err error) {
	defer interrupt.Catch(&err)
	module, remarks, err := lower(ctx, program, kernels)
	if err != nil {
		return nil, err
	}
	defer module.EndWith(ctx)()
	code, diags := Write(module, o)
	if diags.HasErrors() {
		return nil, diags.Err()
	}
	metadata, err := json.MarshalIndent(struct {
		Version string   `json:"version"`
		Target  string   `json:"target"`
		Kernels []Kernel `json:"kernels"`
	}{code.Version, code.Target, code.Kernels}, "", "  ")
	return &Kernels{
		Text: code.Text, Version: code.Version, Target: code.Target, List: code.Kernels,
		Metadata: diag.PrintableJSON(append(metadata, '\n')),
		Remarks:  remarks,
	}, err
}
