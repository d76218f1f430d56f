package hlo

// String returns the module as text. Parsing it gives a module whose text is the same.
func (m *Module) String() string { return string(m.Append(nil)) }

// Append appends the text of the module.
func (m *Module) Append(b []byte) []byte {
	b = comments(b, m.comments, 0)
	b = append(append(b, "HloModule "...), m.Name...)
	b = attributes(b, m.Attributes, 0)
	b = append(b, '\n')
	for _, s := range m.Sections {
		b = append(append(append(b, '\n'), s.Name...), '\n')
		for _, line := range s.Lines {
			b = append(append(b, line...), '\n')
		}
	}
	for _, c := range m.Computations {
		b = append(b, '\n')
		b = c.append(b)
		b = append(b, '\n')
	}
	if len(m.trailing) > 0 {
		b = append(b, '\n')
		b = comments(b, m.trailing, 0)
	}
	return b
}

func indent(b []byte, depth int) []byte {
	for range depth {
		b = append(b, "  "...)
	}
	return b
}

func comments(b []byte, all []string, depth int) []byte {
	for _, c := range all {
		b = append(append(indent(b, depth), c...), '\n')
	}
	return b
}

func (c *Computation) append(b []byte) []byte {
	b = comments(b, c.comments, 0)
	if c.IsEntry {
		b = append(b, "ENTRY "...)
	}
	b = name(b, c.Name, c.percent)
	b = append(b, ' ')
	if c.HasSignature {
		b = append(b, '(')
		for i, p := range c.Parameters {
			if i > 0 {
				b = append(b, ", "...)
			}
			b = append(append(b, p.Name...), ": "...)
			b = p.Shape.append(b)
		}
		b = append(b, ") -> "...)
		b = c.Result.append(b)
		b = append(b, ' ')
	}
	b = c.body(b, 0)
	return attributes(b, c.Attributes, 0)
}

// body appends the instructions with their braces.
func (c *Computation) body(b []byte, depth int) []byte {
	b = append(b, "{\n"...)
	for _, in := range c.Instructions {
		if in.isInline {
			continue
		}
		b = comments(b, in.comments, depth+1)
		b = indent(b, depth+1)
		if in.IsRoot {
			b = append(b, "ROOT "...)
		}
		b = name(b, in.Name, in.percent)
		b = append(b, " = "...)
		b = in.operation(b)
		b = attributes(b, in.Attributes, depth+1)
		if in.trailing != "" {
			b = append(append(b, "  "...), in.trailing...)
		}
		b = append(b, '\n')
	}
	b = comments(b, c.ending, depth+1)
	return append(indent(b, depth), '}')
}

func name(b []byte, name string, percent bool) []byte {
	if percent {
		b = append(b, '%')
	}
	return append(b, name...)
}

// operation appends the shape, the opcode and the operands.
func (in *Instruction) operation(b []byte) []byte {
	if in.Shape != nil && !in.bare {
		b = append(in.Shape.append(b), ' ')
	}
	b = append(append(b, in.Opcode...), '(')
	b = append(b, in.Literal...)
	for i, o := range in.Operands {
		b = separator(b, i)
		if o.isInline {
			b = o.operation(b)
			continue
		}
		if in.OperandShapes != nil && in.OperandShapes[i] != nil {
			b = append(in.OperandShapes[i].append(b), ' ')
		}
		b = name(b, o.Name, o.percent)
	}
	return append(b, ')')
}

func attributes(b []byte, all []*Attribute, depth int) []byte {
	for _, a := range all {
		b = append(append(append(b, ", "...), a.Name...), '=')
		if a.isInline {
			b = a.Called[0].body(b, depth)
		} else {
			b = append(b, a.Text...)
		}
	}
	return b
}

// String returns the computation as text, as it stands in the text of its module.
func (c *Computation) String() string { return string(c.append(nil)) }
