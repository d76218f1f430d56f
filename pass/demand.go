package pass

import (
	"encoding/binary"
	"slices"

	"github.com/inflight-compiler/inflight/ir"
)

// demands are what operations demand of the symbols that they refer to, each once: an operation without uses for all that have the same
// attributes and the types of the same values.
type demands struct {
	list  []demand
	known map[string]bool
}

type demand struct {
	op   *ir.Op
	uses []use // of placeholders
}

// collect finds the demands of the operations in a function. Those without placeholders go to others. It returns false if something is
// demanded that depends on more than attributes and types.
func (d *demands) collect(root *ir.Op, others *demands) bool {
	var key []byte
	for op := range root.Walk() {
		if op.Def().VerifySymbolUses == nil {
			continue
		}
		if op.NumRegions() > 0 {
			return false
		}
		var uses []use
		key, uses = readDemand(key[:0], op)
		to := others
		if len(uses) > 0 {
			to = d
		}
		to.add(key, op, uses)
	}
	return true
}

// readDemand appends what distinguishes a demand from others, and returns what in it are placeholders.
func readDemand(key []byte, op *ir.Op) ([]byte, []use) {
	var uses []use
	key = binary.AppendUvarint(key, uint64(op.Def().Number()))
	for _, list := range [2][]ir.NamedAttr{op.Properties(), op.Attrs()} {
		key = binary.AppendUvarint(key, uint64(len(list)))
		for i := range list {
			key = append(append(key, list[i].Name...), 0)
			key = binary.AppendUvarint(key, uint64(ir.AttrID(list[i].Value)))
			name, _ := symbolIn(op, &list[i])
			if n, ok := number(name); ok {
				uses = append(uses, use{attr: list[i].Name, name: n})
			}
		}
	}
	key = binary.AppendUvarint(key, uint64(op.NumOperands()))
	for i := range op.NumOperands() {
		key = binary.AppendUvarint(key, uint64(ir.TypeID(op.Operand(i).Type())))
	}
	for i := range op.NumResults() {
		key = binary.AppendUvarint(key, uint64(ir.TypeID(op.Result(i).Type())))
	}
	return key, uses
}

// add adds a demand that is not known so far.
func (d *demands) add(key []byte, op *ir.Op, uses []use) {
	if d.known[string(key)] {
		return
	}
	if d.known == nil {
		d.known = map[string]bool{}
	}
	d.known[string(key)] = true
	s := ir.OpState{Def: op.Def(), Loc: op.Loc(), Results: op.ResultTypes(), Properties: op.Properties(), Attrs: op.Attrs()}
	for _, v := range op.Operands() {
		s.Operands = append(s.Operands, ir.NewPlaceholder(v.Type()))
	}
	made := op.Context().NewOp(s)
	for i := range uses {
		uses[i].op = made
	}
	d.list = append(d.list, demand{made, uses})
}

// inspection checks the demands on the symbols of a module.
type inspection struct {
	*Press
	module *ir.Op
	tables *ir.SymbolTables
	guests []*ir.Op // operations of demands that stand in the module meanwhile
	failed bool
}

func newInspection(p *Press, ma *march) *inspection {
	ma.symbols.Lookup(ma.module, "") // goroutines only read from now on
	return &inspection{Press: p, module: ma.module, tables: ma.symbols}
}

// all checks the demands of units that are text.
func (n *inspection) all(units []*marcher) {
	known := make([]bool, len(units))
	ir.ForEach(len(units), func(i int) { known[i] = units[i].text == nil || n.isLikeModel(units[i]) })
	for i, u := range units {
		if !known[i] {
			n.check(&u.text.of.demands, u.naming.names)
		}
	}
}

// isLikeModel reports whether the demands of a unit are those of the model of its template, on symbols that are like those of the model,
// and another unit than the model.
func (n *inspection) isLikeModel(u *marcher) bool {
	model := u.text.of.model
	if model.naming == u.naming {
		return false
	}
	for i := range u.text.of.demands.list {
		for _, s := range u.text.of.demands.list[i].uses {
			ours, theirs := n.tables.Lookup(n.module, u.naming.names[s.name]), n.tables.Lookup(n.module, model.naming.names[s.name])
			if ours != theirs && !(ours != nil && theirs != nil && n.isLike(ours, theirs)) {
				return false
			}
		}
	}
	return true
}

// isLike reports whether two symbols differ in their names alone.
func (n *inspection) isLike(a, b *ir.Op) bool {
	if s, t := n.texts[a], n.texts[b]; s != nil || t != nil {
		return s != nil && t != nil && s.of == t.of
	}
	same := func(x, y ir.NamedAttr) bool { return x == y || x.Name == nameAttr && y.Name == nameAttr }
	hasBody := func(op *ir.Op) bool {
		return slices.ContainsFunc(op.Regions(), func(r *ir.Region) bool { return !r.Empty() })
	}
	return a.Def() == b.Def() && !hasBody(a) && !hasBody(b) &&
		slices.EqualFunc(a.Properties(), b.Properties(), same) && slices.EqualFunc(a.Attrs(), b.Attrs(), same)
}

// check checks demands with names for the placeholders.
func (n *inspection) check(d *demands, names []string) {
	for i := range d.list {
		op := d.list[i].op
		if op.Block() == nil {
			n.module.Body().Append(op)
			n.tables.Add(op, nil)
			n.guests = append(n.guests, op)
		}
		for _, s := range d.list[i].uses {
			s.set(op.Context().SymbolRef(names[s.name]))
		}
		if op.Def().VerifySymbolUses(op, n.tables) != nil {
			n.failed = true
		}
	}
}

// end takes the operations out of the module again, and reports whether all went well.
func (n *inspection) end() bool {
	for _, op := range n.guests {
		op.Remove()
	}
	return !n.failed
}
