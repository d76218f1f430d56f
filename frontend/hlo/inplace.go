package hlo

import (
	"slices"
	"strings"
)

// InPlace returns which operands an instruction overwrites with which parts of its result, if they get the
// same memory. The rules are those of AliasInfo::GetInPlaceInputOutputPairs in xla/hlo/analysis/alias_info.cc
// of the repository openxla/xla, as of 2026.
func (in *Instruction) InPlace() []Alias {
	phase, base := in.Async()
	switch {
	case in.Opcode == "dynamic-update-slice", in.Opcode == "set-dimension-size":
		return []Alias{{}}
	case in.Opcode == "scatter":
		return each((len(in.Operands) - 1) / 2)
	case in.Opcode == "all-reduce-start":
		if a := in.Attribute("backend_config"); a != nil && strings.Contains(a.Text, "nvshmem") {
			return nil
		}
		return each(len(in.Operands))
	case in.Opcode == "collective-permute" && len(in.Operands) == 4, in.Opcode == "ragged-all-to-all":
		return []Alias{{Operand: 1}}
	case in.Opcode == "collective-permute-start" && len(in.Operands) == 4:
		return []Alias{{Operand: 1, Output: []int64{1}}}
	case in.Opcode == "custom-call", phase == Start && in.IsGeneric() && base != "fusion":
		aliases, _ := in.Attribute("output_to_operand_aliasing").Aliases()
		return aliases
	case in.Opcode == "fusion":
		aliases, _ := in.Attribute("output_to_operand_aliasing").Aliases()
		return append(fusionInPlace(in), aliases...)
	}
	return nil
}

// each pairs n operands with the elements of a result, or with the result if there is one operand.
func each(n int) []Alias {
	if n == 1 {
		return []Alias{{}}
	}
	all := make([]Alias, max(n, 0))
	for i := range all {
		all[i] = Alias{Operand: int64(i), Output: []int64{int64(i)}}
	}
	return all
}

// fusionInPlace returns which operands a fusion overwrites: those that an instruction that works in place
// within it gets, if its result is one of the fusion's.
func fusionInPlace(in *Instruction) []Alias {
	c := in.CalledAs("calls")
	if c == nil || c.Root == nil {
		return nil
	}
	if c.Root.Opcode != "tuple" {
		return outputInPlace(c.Root, nil)
	}
	var all []Alias
	for i, o := range c.Root.Operands {
		all = append(all, outputInPlace(o, []int64{int64(i)})...)
	}
	return all
}

// outputInPlace returns the operand of a fusion that the source of one of its results overwrites.
func outputInPlace(source *Instruction, output []int64) []Alias {
	var index []int64
	for source.Opcode == "get-tuple-element" && len(source.Operands) == 1 {
		i, _ := source.Attribute("index").Int()
		index, source = append([]int64{i}, index...), source.Operands[0]
	}
	for _, a := range source.InPlace() {
		if !slices.Equal(a.Output, index) || int(a.Operand) >= len(source.Operands) || a.Operand < 0 {
			continue
		}
		from, path := source.Operands[a.Operand], a.Index
		for from.Opcode == "get-tuple-element" && len(from.Operands) == 1 {
			i, _ := from.Attribute("index").Int()
			path, from = append([]int64{i}, path...), from.Operands[0]
		}
		if from.Opcode == "bitcast" && len(from.Operands) == 1 {
			from = from.Operands[0]
		}
		if n, ok := from.ParameterNumber(); ok {
			return []Alias{{Output: output, Operand: n, Index: path}}
		}
	}
	return nil
}
