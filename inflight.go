package inflight

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"

	"github.com/inflight-compiler/inflight/check"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
	"github.com/inflight-compiler/inflight/language"
	"github.com/inflight-compiler/inflight/pass"
	"github.com/inflight-compiler/inflight/transform/pipeline/injectsoftwarepipeline"
	"github.com/inflight-compiler/inflight/transform/pipeline/pipelinetombarriers"
	"github.com/inflight-compiler/inflight/transform/sync/findfifostalls"
)

// Module is a parsed and verified program. Its methods do not change it. Methods and functions that take a
// context may run for a long time. When the context ends, they return at once with the error that
// interrupt.Error makes.
type Module struct {
	op       *ir.Op // builtin.module
	language Language
	warnings diag.List
}

// Language is a language that programs are written in.
type Language = language.Language

// The languages. UnknownLanguage leaves it to the file which of them it has.
const (
	UnknownLanguage = language.Unknown
	MLIR            = language.MLIR
	TVMScript       = language.TVMScript
)

var codeRead = diag.Register("file-read", "a file cannot be read",
	"The name may be misspelled, or the file not readable.")

// ReadFile reads, parses and verifies a file.
func ReadFile(name string) (*Module, error) { return ReadFileContext(context.Background(), name) }

// ReadFileContext is ReadFile with a context.
func ReadFileContext(ctx context.Context, name string) (*Module, error) {
	file, err := OpenFile(name)
	if err != nil {
		return nil, err
	}
	return ParseContext(ctx, language.Of(file), file)
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

// Parse parses and verifies a program. The file's name or its text determines the language: TVMScript in a
// file with the extension .py, else MLIR's syntax.
func Parse(file *diag.File) (*Module, error) { return ParseAs(language.Of(file), file) }

// ParseAs is Parse for a program in a known language.
func ParseAs(l Language, file *diag.File) (*Module, error) {
	return ParseContext(context.Background(), l, file)
}

// ParseContext is ParseAs with a context. With UnknownLanguage the file determines the language, as in
// Parse.
func ParseContext(ctx context.Context, l Language, file *diag.File) (*Module, error) {
	l = l.Or(file)
	op, diags := l.ParseContext(ctx, all.NewContext(), file)
	if !diags.HasErrors() {
		diags.Add(ir.VerifyWithin(ctx, op, nil)...)
	}
	if diags.HasErrors() {
		return nil, diags.Err()
	}
	return &Module{op, l, diags}, nil
}

// Op returns the builtin.module operation.
func (m *Module) Op() *ir.Op { return m.op }

// Language returns the language that the program was written in.
func (m *Module) Language() Language { return m.language }

// Warnings returns the warnings and remarks of the step that made the module: of parsing or, if Pipeline made
// it, of pipelining.
func (m *Module) Warnings() diag.List { return m.warnings }

// String returns the program in MLIR's custom syntax.
func (m *Module) String() string { return string(text.Append(nil, m.op, text.PrintOptions{})) }

// Text returns the program in a language. It returns an error if the program has no form in that language, as
// many programs have none in TVMScript.
func (m *Module) Text(l Language) ([]byte, error) {
	return m.TextContext(context.Background(), l)
}

// TextContext is Text with a context.
func (m *Module) TextContext(ctx context.Context, l Language) ([]byte, error) {
	out, diags := l.AppendContext(ctx, nil, m.op)
	return out, diags.Err()
}

// PipelineOptions say how loops are pipelined. The zero value is the default.
type PipelineOptions struct {
	// TVM uses the versions, commits and waits that TVM's own pass chooses. They may be wrong; the judge then
	// reports hazards.
	TVM bool
}

// values returns the options as those of the pass inject-software-pipeline.
func (o PipelineOptions) values() pass.Values {
	if !o.TVM {
		return nil
	}
	return pass.Values{{Name: "mode", Text: "tvm"}}
}

// Pipeline returns the program with every annotated loop pipelined.
func (m *Module) Pipeline(ctx context.Context) (*Module, error) {
	return m.PipelineWith(ctx, PipelineOptions{})
}

// PipelineWith is Pipeline with options.
func (m *Module) PipelineWith(ctx context.Context, o PipelineOptions) (*Module, error) {
	prepared, err := m.onBuffers(ctx)
	if err != nil {
		return nil, err
	}
	piped, err := prepared.through(ctx, func(copied *ir.Op) *pass.Pipeline { return pipelining(copied, o) })
	if err == nil {
		piped.warnings = append(slices.Clone(prepared.warnings[len(m.warnings):]), piped.warnings...)
	}
	return piped, err
}

// with returns a copy of the program that has been through the passes.
func (m *Module) with(ctx context.Context, passes ...*pass.Pass) (*Module, error) {
	top := &pass.Pipeline{Anchor: pass.AnyAnchor}
	for _, p := range passes {
		top.Add(p, nil)
	}
	return m.through(ctx, func(*ir.Op) *pass.Pipeline { return top })
}

// through returns a copy of the program that has been through a pipeline of passes. The function pipeline
// makes that pipeline for the copy.
func (m *Module) through(ctx context.Context, pipeline func(copied *ir.Op) *pass.Pipeline) (*Module, error) {
	copied := m.op.Clone(nil)
	diags := (&pass.Manager{Pipeline: pipeline(copied)}).Run(ctx, copied)
	if diags.HasErrors() {
		return nil, diags.Err()
	}
	return &Module{copied, m.language, diags}, nil
}

// pipelining returns the passes of Pipeline. They run on each function alone, so that the pass manager runs
// several functions at the same time. If a nested module has functions that such a pipeline does not reach,
// the passes run on the whole program instead.
func pipelining(module *ir.Op, o PipelineOptions) *pass.Pipeline {
	top := &pass.Pipeline{Anchor: pass.AnyAnchor}
	for op := range module.Body().Ops() {
		if op.NumRegions() > 0 && !op.Is(function.Func) && !op.Is(memref.Global) {
			if pipelinetombarriers.Needed(module) {
				top.Add(pipelinetombarriers.Pass, pass.Values{{Name: "swizzled", Text: "true"}})
			}
			top.Add(injectsoftwarepipeline.Pass, o.values())
			return top
		}
	}
	functions := &pass.Pipeline{Anchor: function.Func.Name}
	functions.Add(injectsoftwarepipeline.Pass, o.values())
	top.Items = []pass.Item{{Nested: functions}}
	return top
}

// Check judges the synchronization of all functions, and of the threads that Threads makes of loops.
func (m *Module) Check(ctx context.Context, o check.Options) (*check.Report, error) {
	m, err := m.Threads(ctx)
	if err != nil {
		return nil, err
	}
	report, err := check.Module(ctx, m.op, o)
	if err == nil {
		report.Devices = m.devices()
		err = m.judgeInPTX(ctx, report)
	}
	return report, err
}

// devices returns the verdicts on the arrays of tiles of a module that has been through Core, which refuses
// those in which something waits for ever.
func (m *Module) devices() (list []check.DeviceReport) {
	for op := range m.op.Walk() {
		if findfifostalls.Concerns(op) {
			at := op.Span().Place()
			list = append(list,
				check.DeviceReport{Name: fmt.Sprintf("%s(%s)", op.Name(), op.StringAttr("device")),
					Line: fmt.Sprintf("%d:%d", at.Line, at.Col), Parts: findfifostalls.Describe(op)})
		}
	}
	return list
}
