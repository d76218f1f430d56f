package affine

import (
	"slices"

	"github.com/inflight-compiler/inflight/ptx"
)

// This file follows local variables whose addresses do not escape. A compiler that does not optimize keeps
// each variable of a function in a place of one array of local memory: it stores there what the variable is
// set to, and loads it where it is used. Such a place is followed as if it were a register: each store
// defines it, and a load gives what the definitions give that reach it.

// place is an offset in a variable of space .local.
type place struct {
	variable *ptx.Variable
	offset   int64
}

// locals are the places that are accessed by addresses that are known.
type locals struct {
	// bytes is how much is accessed at each place, 0 where accesses differ.
	bytes map[place]int64
	// escapes is the least offset in each variable of which the address is used for something else: to count
	// on from, to be kept or passed on. What lies there and behind may be accessed by other addresses.
	escapes map[*ptx.Variable]int64
	stores  map[place][]definition
}

// findLocals finds the places to follow. It must be called with all stores known.
func (v *Values) findLocals() {
	l := &locals{bytes: map[place]int64{}, escapes: map[*ptx.Variable]int64{},
		stores: map[place][]definition{}}
	for _, p := range v.placed {
		for o, role := range ptx.Roles(p.in) {
			if role != ptx.Writes {
				l.operand(v, p, o)
			}
		}
	}
	v.locals = map[place]*ptx.Symbol{}
	for at, stores := range l.stores {
		if l.alone(at) {
			sym := &ptx.Symbol{Register: true}
			v.locals[at], v.defined[sym] = sym, stores
		}
	}
}

// followLocals finds the forms of the places at all loads, before those of registers: a counter is then what
// its place is to the store that steps it, not what the register is that the store takes.
func (v *Values) followLocals() {
	for _, p := range v.placed {
		if p.in.Opcode != "ld" || len(p.in.Operands) != 2 {
			continue
		}
		a, ok := p.in.Operands[1].(*ptx.Address)
		if !ok {
			continue
		}
		for i := range elements(p.in.Operands[0]) {
			v.variable(definition{placed: p, index: i}, a)
		}
	}
}

// alone reports whether all accesses of bytes of a place are of the whole place, by known addresses.
func (l *locals) alone(at place) bool {
	n := l.bytes[at]
	if least, ok := l.escapes[at.variable]; n == 0 || ok && at.offset+n > least {
		return false
	}
	for other, m := range l.bytes {
		if other != at && other.variable == at.variable &&
			(m == 0 || other.offset < at.offset+n && at.offset < other.offset+m) {
			return false
		}
	}
	return true
}

// operand notes what an operand that is no result says of places.
func (l *locals) operand(v *Values, p placed, o ptx.Operand) {
	switch x := o.(type) {
	case *ptx.Address:
		variable, at := v.address(p, x).local()
		switch {
		case variable == nil:
		case p.in.Opcode == "ld" && len(p.in.Operands) == 2:
			l.access(p, place{variable, at}, p.in.Operands[0])
		case p.in.Opcode == "st" && len(p.in.Operands) == 2:
			l.access(p, place{variable, at}, p.in.Operands[1])
		default:
			l.escape(variable, at)
		}
	case *ptx.Name:
		if variable, at := v.value(p, x, "b64").local(); variable != nil && !v.derives(p, variable) {
			l.escape(variable, at)
		}
	default:
		for name, span := range ptx.Names(o) {
			l.operand(v, p, &ptx.Name{Span: span, Name: name})
		}
	}
}

// access notes a load or a store at a place.
func (l *locals) access(p placed, at place, values ptx.Operand) {
	size := int64(typeOf(p.in).Bits() / 8)
	for i, o := range elements(values) {
		each := place{at.variable, at.offset + int64(i)*size}
		if n, ok := l.bytes[each]; ok && n != size {
			l.bytes[each] = 0
		} else {
			l.bytes[each] = size
		}
		if p.in.Opcode == "st" {
			l.stores[each] = append(l.stores[each], definition{placed: p, operand: o})
		}
	}
}

func (l *locals) escape(x *ptx.Variable, at int64) {
	if least, ok := l.escapes[x]; !ok || at < least {
		l.escapes[x] = at
	}
}

// derives reports whether an instruction computes just another address in a variable, into a register that
// nothing else defines.
func (v *Values) derives(p placed, x *ptx.Variable) bool {
	if !slices.Contains([]string{"mov", "cvta", "add", "sub"}, p.in.Opcode) {
		return false
	}
	n, ok := p.in.Operands[0].(*ptx.Name)
	if !ok {
		return false
	}
	sym := p.scope.Lookup(n.Name)
	if sym == nil || len(v.defined[sym]) != 1 {
		return false
	}
	derived, _ := v.definition(v.defined[sym][0]).local()
	return derived == x
}

// local is within for variables of space .local.
func (f Form) local() (*ptx.Variable, int64) {
	if x, at := f.within(); x != nil && x.Space == "local" {
		return x, at
	}
	return nil, 0
}
