package judge

import (
	"fmt"
	"maps"
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ptx/launchfile"
	"github.com/inflight-compiler/inflight/ptx/machine"
)

// This file gives a launch the tensor maps that its description knows. Of others the machine assumes what the
// copies imply.

// tensorMaps sets the maps of all parameters.
func (a *arguments) tensorMaps(meta launchfile.Description) error {
	a.Config.OpenMaps = &machine.OpenMaps{}
	bases := map[string]*machine.Buffer{}
	used := 0
	for i := range a.Kernel.Params {
		param, arg := &a.Kernel.Params[i], &a.Config.Args[i]
		all := map[int64]*launchfile.TensorMap{}
		if m := meta.TensorMap(param.Name, i); m != nil {
			all[0] = m
			used++
		}
		for _, f := range meta.Param(param.Name, i).Fields {
			if f.TensorMap != nil {
				all[f.At] = f.TensorMap
			}
		}
		for _, at := range slices.Sorted(maps.Keys(all)) {
			m, err := a.tensorMap(param.Name, all[at], bases)
			if err != nil {
				return err
			}
			if arg.Maps == nil {
				arg.Maps = map[int64]*machine.TensorMap{}
			}
			arg.Maps[at] = m
		}
	}
	if used < len(meta.TensorMaps) {
		return diag.Errorf(codeKernel, a.Kernel.Function.Span,
			"the description of the launch has tensor maps of parameters that '%s' does not have",
			a.Kernel.Name)
	}
	return nil
}

// tensorMap returns the map of a description.
func (a *arguments) tensorMap(name string, known *launchfile.TensorMap,
	bases map[string]*machine.Buffer) (*machine.TensorMap, error) {
	m := &machine.TensorMap{Type: known.Type, Dims: known.Dims, Strides: known.Strides, Box: known.Box,
		ElementStrides: known.ElementStrides, Interleave: known.Interleave, Swizzle: known.Swizzle,
		Fill: known.OutOfBounds, Lower: known.LowerCorner, Upper: known.UpperCorner, Channels: known.Channels,
		Pixels: known.Pixels}
	if why := m.Check(); why != "" {
		return nil, diag.Errorf(codeKernel, a.Kernel.Function.Span, "the tensor map of '%s' %s", name, why)
	}
	if base := known.Base; base != "" {
		for i, p := range a.Kernel.Params {
			if p.Name == base && i < len(a.Config.Args) && a.Config.Args[i].Buffer != nil {
				m.Global = machine.Address{Buffer: a.Config.Args[i].Buffer, At: a.Config.Args[i].At}
				return m, nil
			}
		}
		if bases[base] == nil {
			bases[base] = &machine.Buffer{Name: base, Grows: true}
		}
		m.Global = machine.Address{Buffer: bases[base]}
		return m, nil
	}
	to, err := a.pointer("the tensor of "+name, known.Global)
	m.Global = to
	return m, err
}

// assumedMaps tells what the launches assumed of tensor maps that nothing describes.
func (p *Plan) assumedMaps() []string {
	var all []string
	if p.Config.OpenMaps == nil {
		return nil
	}
	for _, m := range p.Config.OpenMaps.List() {
		all = append(all, fmt.Sprintf("the tensor map %s: %d dimensions, boxes of %s", m.Name, m.Rank,
			diag.Count(m.Bytes, "byte")))
	}
	return all
}
