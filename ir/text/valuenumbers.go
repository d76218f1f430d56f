package text

import "github.com/inflight-compiler/inflight/ir"

// numbers holds the numbers of values. Print owns the program, so it uses an ir.ValueMap. Other functions
// make a string at any time, perhaps while another ir.ValueMap of these values is in use, so they use a map.
type numbers struct {
	table *ir.ValueMap[int32] // if nil, held is used
	held  map[*ir.Value]int32
}

func newNumbers(alone bool) numbers {
	if alone {
		return numbers{table: &ir.ValueMap[int32]{}}
	}
	return numbers{held: map[*ir.Value]int32{}}
}

func (n *numbers) get(v *ir.Value) (id int32, ok bool) {
	if n.table != nil {
		return n.table.Get(v)
	}
	id, ok = n.held[v]
	return id, ok
}

func (n *numbers) set(v *ir.Value, id int32) {
	if n.table != nil {
		n.table.Set(v, id)
	} else {
		n.held[v] = id
	}
}

// grow makes room for the numbers of the values in blocks, if there are many.
func (n *numbers) grow(blocks []*ir.Block) {
	const many = 1 << 10
	ops := 0
	for _, b := range blocks {
		ops += b.NumOps()
	}
	if n.table != nil && ops > many {
		n.table.Grow(ops / 2)
	}
}

func (n *numbers) len() int {
	if n.table != nil {
		return n.table.Len()
	}
	return len(n.held)
}

// clear removes all numbers and, with many, releases their memory.
func (n *numbers) clear(many bool) {
	switch {
	case many:
		*n = newNumbers(n.table != nil)
	case n.table != nil:
		n.table.Clear()
	default:
		clear(n.held)
	}
}

// labels holds the labels of blocks, in an ir.BlockMap or in a map as numbers does.
type labels struct {
	table *ir.BlockMap[*label] // if nil, held is used
	held  map[*ir.Block]*label
}

func newLabels(alone bool) labels {
	if alone {
		return labels{table: &ir.BlockMap[*label]{}}
	}
	return labels{held: map[*ir.Block]*label{}}
}

// get returns the label of a block, nil if it has none.
func (l *labels) get(b *ir.Block) *label {
	if l.table == nil {
		return l.held[b]
	}
	if held := l.table.Get(b); held != nil {
		return *held
	}
	return nil
}

func (l *labels) set(b *ir.Block, to *label) {
	if l.table != nil {
		*l.table.Entry(b) = to
	} else {
		l.held[b] = to
	}
}

// clear removes all labels and, with large, releases their memory.
func (l *labels) clear(large bool) {
	switch {
	case large:
		*l = newLabels(l.table != nil)
	case l.table != nil:
		l.table.Clear()
	default:
		clear(l.held)
	}
}
