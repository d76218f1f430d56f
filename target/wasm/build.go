package wasm

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/inflight-compiler/inflight/ir"
)

// DescriptionSection is the name of the custom section of a module for other hosts. As JSON, the section
// describes how to call the functions of the module: see description.
const DescriptionSection = "inflight"

// description tells a host how to call a module. It has the functions with their types in the source, and the
// places where they can stop.
type description struct {
	Functions map[string]functionDescription `json:"functions"`
	Sites     []siteDescription              `json:"sites"`
}

type functionDescription struct {
	Inputs  []valueDescription `json:"inputs"`
	Results []valueDescription `json:"results"`
}

// valueDescription is an argument or a result. A memref is passed as its address, then its offset, its
// extents and its strides, in this order. Of these only the ones that are null here are passed. A memref
// without strides is dense, in row-major order.
type valueDescription struct {
	Name    string   `json:"name,omitempty"`
	Element string   `json:"element"`
	Memory  bool     `json:"memory,omitempty"`
	Offset  *int64   `json:"offset"`
	Shape   []*int64 `json:"shape,omitempty"`
	Strides []*int64 `json:"strides,omitempty"`
}

type siteDescription struct {
	Reason string `json:"reason"`
	At     string `json:"at"`
}

// Build returns the WebAssembly of a program for other hosts. It has the function entry and the functions
// that it calls, or all public ones if entry is "". It also has an allocator, and a description of these
// functions.
func Build(ctx context.Context, module *ir.Op, entry string) ([]byte, error) {
	d := description{Functions: map[string]functionDescription{}}
	o := Options{Allocator: true, Exports: map[string]string{}}
	for op := range module.Body().Ops() {
		if op.Name() != "func.func" || op.Body() == nil || !isExported(op, entry) {
			continue
		}
		e, err := EntryOf(op)
		if err != nil {
			return nil, err
		}
		d.Functions[e.Name], o.Exports[e.Name] = describe(op, e), e.Name
	}
	code, err := Compile(ctx, module, o)
	if err != nil {
		return nil, err
	}
	for _, s := range code.Sites {
		reason := s.Reason.String()
		if s.Message != "" {
			reason = s.Message
		}
		d.Sites = append(d.Sites, siteDescription{reason, fmt.Sprint(s.Span.Place())})
	}
	text, err := json.Marshal(d)
	if err != nil {
		return nil, err
	}
	return AppendSection(code.Bytes, DescriptionSection, text), nil
}

// isExported reports whether a function is the entry or, if entry is "", public.
func isExported(fn *ir.Op, entry string) bool {
	if entry != "" {
		return fn.SymbolName() == entry
	}
	return fn.StringAttr("sym_visibility") != "private"
}

func describe(fn *ir.Op, e *Entry) functionDescription {
	d := functionDescription{Inputs: []valueDescription{}, Results: []valueDescription{}}
	for i, t := range e.Inputs {
		v := describeValue(t)
		if v.Name = fn.Body().Arg(i).Name(); v.Name == "" {
			v.Name = fmt.Sprintf("arg%d", i)
		}
		d.Inputs = append(d.Inputs, v)
	}
	for _, t := range e.Outputs {
		d.Results = append(d.Results, describeValue(t))
	}
	return d
}

func describeValue(t ir.Type) valueDescription {
	m, ok := t.(*ir.MemRefType)
	if !ok {
		zero := int64(0)
		return valueDescription{Element: t.String(), Offset: &zero}
	}
	l := LayoutOf(m)
	return valueDescription{
		Element: m.Elem.String(), Memory: true, Offset: known(l.Offset), Shape: knownList(m.Shape),
		Strides: knownList(l.Strides),
	}
}

// known returns a pointer to a constant, nil for a number that the program computes.
func known(n int64) *int64 {
	if n == ir.Dynamic {
		return nil
	}
	return &n
}

func knownList(ns []int64) []*int64 {
	list := make([]*int64, len(ns))
	for i, n := range ns {
		list[i] = known(n)
	}
	return list
}
