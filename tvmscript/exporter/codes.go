package exporter

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
)

var (
	codeOp = diag.Register("tvmscript-export-op", "an operation has no form in TVMScript",
		"TVMScript has loops, conditions, blocks, loads and stores of buffers, arithmetic, calls and "+
			"asynchronous scopes. "+
			"Lower the operation to those first, as the message suggests, or keep the program in MLIR's "+
			"syntax.")
	codeCarried = diag.Register("tvmscript-export-carried", "a loop carries values, which TVMScript has not",
		"Loops of TVMScript pass nothing from one iteration to the next but memory. Store the value in a "+
			"buffer of one element "+
			"before the loop, load and store it in the body, and load the result behind the loop.")
	codeType = diag.Register("tvmscript-export-type", "a type has no data type in TVMScript",
		"TVMScript has integers of 1, 4, 8, 16, 32 and 64 bits, floating-point numbers of 8, 16, 32 and 64 "+
			"bits, bfloat16, vectors of "+
			"one dimension of those, and buffers of them in row-major order or with strides.")
	codeView = diag.Register("tvmscript-export-view", "a view of a buffer has no form in TVMScript",
		"Slices with offsets are printed as subscripts of the buffer, or as T.match_buffer in a block. "+
			"Views that reshape or "+
			"reinterpret memory are not.")
	codeExpression = diag.Register("tvmscript-export-expression",
		"a value cannot be written as an expression of TVMScript",
		"Values that are computed under a condition, or in the condition of a while loop, must be written "+
			"in one expression: "+
			"arithmetic, loads, conditions. Store them in a buffer of one element instead.")
	codeNaN = diag.Register("tvmscript-export-nan",
		"an operation that ignores NaN was printed as one that may not",
		"T.min and T.max say nothing of NaN, and are read back as arith.minimumf and arith.maximumf, which "+
			"return it. The operation "+
			"that was printed returns the other number. Where there is no NaN they are the same.")
	codeAttribute = diag.Register("tvmscript-export-attribute",
		"an attribute has no form in TVMScript and was left out",
		"Annotations of TVMScript are integers, truth values, floating-point numbers, strings, and lists "+
			"and dictionaries of those. "+
			"Functions, blocks and loops have annotations; other operations have none.")
)

// fail reports an error. Printing goes on to find more errors, but there will be no output.
func (p *printer) fail(d *diag.Diagnostic) { p.report(d) }

// report adds a diagnostic once. A value in several expressions is printed several times.
func (p *printer) report(d *diag.Diagnostic) {
	if text := d.Error(); !p.reported[text] {
		p.reported[text] = true
		p.diags.Add(d)
	}
}

// noForm reports an operation that cannot be printed.
func (p *printer) noForm(op *ir.Op, suggestion string) {
	p.fail(op.Errorf(codeOp, "%s has no form in TVMScript", op.Name()).Suggest("%s", suggestion))
}
