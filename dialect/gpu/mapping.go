package gpu

import (
	"github.com/inflight-compiler/inflight/ir"
)

// Processor is what a dimension of a parallel loop runs on.
var Processor = &ir.EnumDef{Dialect: "gpu", Mnemonic: "processor", Width: 64, Cases: []ir.EnumCase{
	{Name: "block_x", Value: 0}, {Name: "block_y", Value: 1}, {Name: "block_z", Value: 2},
	{Name: "thread_x", Value: 3}, {Name: "thread_y", Value: 4}, {Name: "thread_z", Value: 5}, {Name: "sequential", Value: Sequential},
}}

// The values of Processor that begin its groups: blocks, threads, and what runs in order.
const (
	BlockX     = 0
	ThreadX    = 3
	Sequential = 6
)

// LoopDimMap is #gpu.loop_dim_map<processor = thread_x, map = (d0) -> (d0), bound = (d0) -> (d0)>: how a dimension of a parallel loop is
// mapped. The map makes the number of an iteration of that of the processor, the bound a number of processors of that of iterations.
var LoopDimMap = &ir.AttributeDef{Dialect: "gpu", Mnemonic: "loop_dim_map", Parse: parseLoopDimMap, Print: printLoopDimMap}

var loopDimFields = []string{"processor", "map", "bound"}

func parseLoopDimMap(p ir.OpParser) ([]ir.Attr, error) {
	if err := p.Punct("<"); err != nil {
		return nil, err
	}
	params := make([]ir.Attr, len(loopDimFields))
	for i, name := range loopDimFields {
		if i > 0 {
			if err := p.Punct(","); err != nil {
				return nil, err
			}
		}
		if err := p.Keyword(name); err != nil {
			return nil, err
		}
		if err := p.Punct("="); err != nil {
			return nil, err
		}
		var err error
		if params[i], err = loopDimField(p, i); err != nil {
			return nil, err
		}
	}
	return params, p.Punct(">")
}

func loopDimField(p ir.OpParser, i int) (ir.Attr, error) {
	if i > 0 {
		return p.AffineMap()
	}
	off := p.Off()
	word, err := p.AnyKeyword()
	if err != nil {
		return nil, err
	}
	v, ok := Processor.CaseValue(word)
	if !ok {
		return nil, p.Errorf(off, "expected a processor, block_x to thread_z or sequential, but found '%s'", word)
	}
	return p.Context().Enum(Processor, v), nil
}

func printLoopDimMap(_ *ir.Form, dst []byte, params []ir.Attr) []byte {
	dst = append(dst, "<processor = "...)
	dst = append(dst, Processor.CaseName(params[0].(*ir.EnumAttr).Value)...)
	for i, name := range loopDimFields[1:] {
		dst = append(append(append(dst, ", "...), name...), " = "...)
		dst = params[i+1].(*ir.AffineMapAttr).Map.Append(dst)
	}
	return append(dst, '>')
}
