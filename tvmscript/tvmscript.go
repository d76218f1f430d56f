package tvmscript

import (
	"context"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/tvmscript/exporter"
	"github.com/inflight-compiler/inflight/tvmscript/importer"
	"github.com/inflight-compiler/inflight/tvmscript/syntax"
)

// Parse returns the module that a Python file with TVMScript describes, nil if there are errors. The
// locations of its operations are places in the file.
func Parse(ctx *ir.Context, src *diag.File) (*ir.Op, diag.List) {
	return ParseContext(context.Background(), ctx, src)
}

// ParseContext is Parse with a context. If the context ends, so does parsing, with the error of
// interrupt.Error.
func ParseContext(c context.Context, ctx *ir.Context, src *diag.File) (*ir.Op, diag.List) {
	file, diags := syntax.ParseContext(c, src)
	if diags.HasErrors() {
		return nil, diags
	}
	module, more := importer.ImportContext(c, ctx, file)
	return module, append(diags, more...)
}

// Append appends a module as a Python file to dst. An operation without a form in TVMScript is an error.
// Append then returns dst unchanged.
func Append(dst []byte, module *ir.Op) ([]byte, diag.List) { return exporter.Append(dst, module) }

// AppendContext is Append with a context. If the context ends, printing ends with the panic of a poll, which
// interrupt.Catch makes an error.
func AppendContext(c context.Context, dst []byte, module *ir.Op) ([]byte, diag.List) {
	return exporter.AppendContext(c, dst, module)
}

// String is Append to an empty text.
func String(module *ir.Op) (string, diag.List) {
	text, diags := Append(nil, module)
	return string(text), diags
}
