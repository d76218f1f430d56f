package ir

import "slices"

// properties holds the inherent attributes of an operation. They never change: a change of an attribute gives
// the operation new properties. So clones share them, and so do operations with equal properties that one
// arena makes.
type properties struct {
	list  []NamedAttr
	sound bool // they are certainly as the definition declares; if not, the verifier has to check them
	// The sizes of the groups of operands and of results, if the list has them.
	operandSizes, resultSizes *DenseArrayAttr
}

// newProperties returns properties with this list, nil for a nil list.
func newProperties(def *OpDef, list []NamedAttr) *properties {
	if list == nil {
		return nil
	}
	p := &properties{}
	p.set(def, list)
	return p
}

// set sets all fields for an operation that def describes.
func (p *properties) set(def *OpDef, list []NamedAttr) {
	p.list, p.sound = list, def.declares(list)
	if def.Traits&AttrSizedOperands != 0 {
		p.operandSizes, _ = getAttr(list, "operandSegmentSizes").(*DenseArrayAttr)
	}
	if def.Traits&AttrSizedResults != 0 {
		p.resultSizes, _ = getAttr(list, "resultSegmentSizes").(*DenseArrayAttr)
	}
}

// with returns properties with the value v for entry i.
func (p *properties) with(def *OpDef, i int, v Attr) *properties {
	list := slices.Clone(p.list)
	old, decl := list[i].Value, def.Attr(list[i].Name)
	list[i].Value = v
	if !p.sound || decl == nil || old == Attr(p.operandSizes) || old == Attr(p.resultSizes) {
		return newProperties(def, list)
	}
	n := *p
	n.list, n.sound = list, decl.Type.matches(v) && decl.Type.Enum.holds(v)
	return &n
}

// declares reports whether the list is certainly as the definition declares. It expects few declarations, and
// a list that is mostly in their order.
func (d *OpDef) declares(list []NamedAttr) bool {
	s, found, next := d.demands(), uint64(0), 0
	if !s.few || len(d.Attrs) == 0 && len(list) > 0 {
		return false
	}
	for i := range list {
		n := next
		for d.Attrs[n%len(d.Attrs)].Name != list[i].Name {
			if n++; n == next+len(d.Attrs) {
				return false
			}
		}
		n %= len(d.Attrs)
		if c := &d.Attrs[n].Type; !c.matches(list[i].Value) || !c.Enum.holds(list[i].Value) {
			return false
		}
		found |= 1 << n
		next = n + 1
	}
	return found&s.required == s.required
}

// fillDefaults appends the default of each declared attribute that the list lacks.
func (d *OpDef) fillDefaults(c *Context, list []NamedAttr) []NamedAttr {
	for i := range d.Attrs {
		if decl := &d.Attrs[i]; decl.Default != nil && getAttr(list, decl.Name) == nil {
			list = append(list, NamedAttr{decl.Name, decl.Default(c)})
		}
	}
	return list
}

// sharedProperties is the number of lists that an arena remembers in order to share them.
const sharedProperties = 256

// sharedEntry is a list of properties that operations share. Its first attributes are the given ones, in the
// same order; the others are defaults.
type sharedEntry struct {
	def   *OpDef
	given int
	props *properties
}

// is reports whether an operation of def with the given attributes has the properties of the entry.
func (e *sharedEntry) is(def *OpDef, attrs []NamedAttr) bool {
	if e.def != def || e.given != len(attrs) {
		return false
	}
	for i := range attrs {
		if e.props.list[i].Value != attrs[i].Value || e.props.list[i].Name != attrs[i].Name {
			return false
		}
	}
	return true
}

// sharedFor returns the entry in which the properties of an operation of def with these attributes are looked
// up.
func (a *Arena) sharedFor(def *OpDef, attrs []NamedAttr) *sharedEntry {
	if a.shared == nil {
		a.shared = &[sharedProperties]sharedEntry{}
	}
	h := def.demands().number
	for i := range attrs {
		if v := attrs[i].Value; v != nil {
			h = (h ^ v.attrID()) * 0x9e3779b1
		}
	}
	return &a.shared[(h^h>>15)%sharedProperties]
}

// setAttrs divides the attributes of s into inherent and discardable ones, and shares properties that an
// earlier operation has.
func (a *Arena) setAttrs(op *Op, s *OpState) {
	switch {
	case s.Def.Unregistered || len(s.Properties) > 0:
		a.setAllAttrs(op, s)
	case len(s.Attrs) > 0 || len(s.Def.Attrs) > 0:
		e := a.sharedFor(s.Def, s.Attrs)
		if e.is(s.Def, s.Attrs) {
			op.props = e.props
			return
		}
		a.setAllAttrs(op, s)
		if op.props != nil && startsWith(op.props.list, s.Attrs) {
			*e = sharedEntry{s.Def, len(s.Attrs), op.props}
		}
	}
}

// startsWith reports whether list begins with the attributes of first.
func startsWith(list, first []NamedAttr) bool {
	if len(first) > len(list) {
		return false
	}
	for i := range first {
		if list[i] != first[i] {
			return false
		}
	}
	return true
}

// setAllAttrs is setAttrs without sharing.
func (a *Arena) setAllAttrs(op *Op, s *OpState) {
	inherent := len(s.Properties)
	for i := range s.Attrs {
		if op.def.Attr(s.Attrs[i].Name) != nil {
			inherent++
		}
	}
	missing := 0
	for i := range op.def.Attrs {
		if op.def.Attrs[i].Default != nil {
			missing++
		}
	}
	// An attribute that is given and has a default is counted twice. The spare room costs less than a search
	// would.
	list := a.attrs.take(inherent + missing)[:0]
	if n := len(s.Attrs) - inherent + len(s.Properties); n > 0 {
		a.own(op).attrs = a.attrs.take(n)[:0]
	}
	if s.Properties != nil && list == nil {
		list = []NamedAttr{} // <{}> was written
	}
	list = append(list, s.Properties...)
	if op.def.Unregistered && len(s.Attrs) > 0 {
		op.attrs = append(op.attrs, s.Attrs...) // kept apart from the properties
	} else {
		list = op.setAttrs(list, s)
		list = op.def.fillDefaults(op.ctx, list)
	}
	if list != nil {
		op.props = &a.props.take(1)[0]
		op.props.set(op.def, list)
	}
}

// setAttrs sets the discardable attributes of s and returns list with the inherent ones, in linear time. Of
// several attributes with one name it takes the last. Attributes that are also among s.Properties keep the
// value that they have there.
func (o *Op) setAttrs(list []NamedAttr, s *OpState) []NamedAttr {
	const many = 32
	var place map[string]int // in o.attrs, for long lists
	if len(s.Attrs) > many {
		place = make(map[string]int, len(s.Attrs))
	}
	for _, a := range s.Attrs {
		switch {
		case o.def.Attr(a.Name) != nil:
			if getAttr(s.Properties, a.Name) == nil {
				list = setAttr(list, a.Name, a.Value)
			}
		case place == nil:
			r := o.own()
			r.attrs = setAttr(r.attrs, a.Name, a.Value)
		default:
			i, known := place[a.Name]
			if !known {
				i = len(o.attrs)
				place[a.Name] = i
				r := o.own()
				r.attrs = append(r.attrs, a)
			}
			o.attrs[i].Value = a.Value
		}
	}
	return list
}
