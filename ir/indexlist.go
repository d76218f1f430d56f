package ir

// IndexList is a list of integers, such as sizes or offsets, of which some are known only at run time: [0,
// %i, 4]. Static has Dynamic for an entry that is a value.
type IndexList struct {
	Operands []UnresolvedOperand
	Static   []int64
}

// ParseIndexList parses an index list between delim, "[" or "(", and its
// partner.
func ParseIndexList(p OpParser, delim string) (IndexList, error) {
	list := IndexList{Static: []int64{}}
	err := p.CommaSeparated(delim, func() error {
		operand, ok, err := p.TryOperand()
		if err != nil {
			return err
		}
		if ok {
			list.Operands = append(list.Operands, operand)
			list.Static = append(list.Static, Dynamic)
			return nil
		}
		off := p.Off()
		v, ok, err := p.TryInt()
		if err == nil && !ok {
			err = p.Errorf(off, "expected SSA value or integer")
		}
		list.Static = append(list.Static, v)
		return err
	})
	return list, err
}

// PrintIndexList prints an index list between open and end. The values are printed for the entries that are
// Dynamic.
func PrintIndexList(p OpPrinter, open string, static []int64, values []*Value, end string) {
	p.Write(open)
	for i, v := range static {
		if i > 0 {
			p.Write(", ")
		}
		if v == Dynamic && len(values) > 0 {
			p.Operand(values[0])
			values = values[1:]
			continue
		}
		p.Int(v)
	}
	p.Write(end)
}

// MixedIndices returns the entries of an index list, each with its constant or its value.
func MixedIndices(static []int64, values []*Value) []OpFoldResult {
	mixed := make([]OpFoldResult, len(static))
	for i, v := range static {
		mixed[i].Const = v
		if v == Dynamic && len(values) > 0 {
			mixed[i] = OpFoldResult{Value: values[0]}
			values = values[1:]
		}
	}
	return mixed
}

// SplitIndices is the inverse of MixedIndices.
func SplitIndices(mixed []OpFoldResult) (static []int64, values []*Value) {
	static = make([]int64, len(mixed))
	for i, m := range mixed {
		static[i] = m.Const
		if m.Value != nil {
			static[i] = Dynamic
			values = append(values, m.Value)
		}
	}
	return static, values
}
