package ir

import "slices"

// properties is the inherent attributes of an operation. Operations that an arena makes with equal ones share
// them, and so do clones: they never change, an operation whose attributes change gets others.
type properties struct {
	list  []NamedAttr
	sound bool // they are as the definition declares; false means that somebody has to look
	// The sizes of groups that are among them, or nil.
	operandSizes, resultSizes *DenseArrayAttr
}

// newProperties returns the inherent attributes of an operation, nil for none.
func newProperties(def *OpDef, list []NamedAttr) *properties {
	if list == nil {
		return nil
	}
	p := &properties{}
	p.set(def, list)
	return p
}

// set makes them the attributes of an operation.
func (p *properties) set(def *OpDef, list []NamedAttr) {
	p.list, p.sound = list, def.declares(list)
	if def.Traits&AttrSizedOperands != 0 {
		p.operandSizes, _ = getAttr(list, "operandSegmentSizes").(*DenseArrayAttr)
	}
	if def.Traits&AttrSizedResults != 0 {
		p.resultSizes, _ = getAttr(list, "resultSegmentSizes").(*DenseArrayAttr)
	}
}

// with returns properties with another value of entry i.
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

// declares reports whether inherent attributes are certainly as declared. Operations have few of those that
// are declared, mostly in the order of the declarations.
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

// fillDefaults appends the attributes that have a default and are not given.
func (d *OpDef) fillDefaults(c *Context, list []NamedAttr) []NamedAttr {
	for i := range d.Attrs {
		if decl := &d.Attrs[i]; decl.Default != nil && getAttr(list, decl.Name) == nil {
			list = append(list, NamedAttr{decl.Name, decl.Default(c)})
		}
	}
	return list
}

// sharedProperties is the number of lists that an arena remembers, to share them.
const sharedProperties = 256

// sharedEntry is what becomes of attributes that an operation is made with: the first of the list, in this
// order.
type sharedEntry struct {
	def   *OpDef
	given int
	props *properties
}

// is reports whether it is what becomes of these attributes.
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

// sharedFor returns the place of the list that becomes of these attributes.
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

// setAttrs sorts the attributes of s into inherent and discardable ones.
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

// startsWith reports whether a list of attributes begins with others.
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

// setAllAttrs is setAttrs for what no other operation has.
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
	// Defaults that are given are counted twice: a little room is cheaper than
	// looking.
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

// setAttrs sets attributes, the last of each name, in linear time, and returns the inherent ones. Those given
// as properties as well stay as they are.
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
