package inflight

import (
	"errors"
	"io/fs"
	"os"

	"github.com/inflight-compiler/inflight/check"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
	"github.com/inflight-compiler/inflight/transform/softpipe"
)

// Module is a parsed and verified program. Its methods do not change it.
type Module struct {
	op *ir.Op // builtin.module
}

var codeRead = diag.Register("file-read", "a file cannot be read", "The name may be misspelled, or the file not readable.")

// ReadFile reads, parses and verifies a file.
func ReadFile(name string) (*Module, error) {
	file, err := OpenFile(name)
	if err != nil {
		return nil, err
	}
	return Parse(file)
}

// OpenFile reads a file.
func OpenFile(name string) (*diag.File, error) {
	content, err := os.ReadFile(name)
	if err != nil {
		if reason, ok := errors.AsType[*fs.PathError](err); ok {
			err = reason.Err // the diagnostic names the file already
		}
		return nil, diag.Errorf(codeRead, diag.Place{Filename: name}.Span(), "cannot read the file: %v", err).
			Because(err).Suggest("check the name")
	}
	return diag.NewFile(name, content), nil
}

// Parse parses and verifies a program.
func Parse(file *diag.File) (*Module, error) {
	op, diags := text.Parse(all.NewContext(), file, text.Options{})
	if diags.HasErrors() {
		return nil, diags.Err()
	}
	if errs := ir.Verify(op); errs.HasErrors() {
		return nil, errs.Err()
	}
	return &Module{op}, nil
}

// Op returns the builtin.module operation.
func (m *Module) Op() *ir.Op { return m.op }

// String returns the program in MLIR's custom syntax.
func (m *Module) String() string { return string(text.Append(nil, m.op, text.PrintOptions{})) }

// Pipeline returns the program with every annotated loop pipelined.
func (m *Module) Pipeline() (*Module, error) {
	piped := &Module{m.op.Clone(nil)}
	if err := softpipe.Apply(piped.op); err != nil {
		return nil, err
	}
	if errs := ir.Verify(piped.op); errs.HasErrors() {
		return nil, errs.Err()
	}
	return piped, nil
}

// Check judges the synchronization of all functions.
func (m *Module) Check(o check.Options) (*check.Report, error) { return check.Module(m.op, o) }
