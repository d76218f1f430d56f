package cuda

import (
	"encoding/json"

	"github.com/inflight-compiler/inflight/codegen/ptx"
	"github.com/inflight-compiler/inflight/ir"
)

// Options says how kernels are compiled.
type Options struct {
	// Target is the device, as sm_80; empty means the least one that has all instructions.
	Target string
	// Lines says to write where instructions come from.
	Lines bool
}

// Kernels is compiled code: the text of PTX, and what who launches the kernels has to know.
type Kernels struct {
	Text string
	// Metadata is JSON: version, target, and a list of kernels with parameters, shared memory and the size of their blocks.
	Metadata []byte
}

// Compile makes PTX of the kernels of a program, which is not changed.
func Compile(program *ir.Op, o Options) (*Kernels, error) {
	module, err := lower(program)
	if err != nil {
		return nil, err
	}
	code, diags := ptx.Compile(module, ptx.Options{Target: o.Target, Lines: o.Lines})
	if diags.HasErrors() {
		return nil, diags.Err()
	}
	metadata, err := json.MarshalIndent(struct {
		Version string       `json:"version"`
		Target  string       `json:"target"`
		Kernels []ptx.Kernel `json:"kernels"`
	}{code.Version, code.Target, code.Kernels}, "", "  ")
	return &Kernels{Text: code.Text, Metadata: append(metadata, '\n')}, err
}
