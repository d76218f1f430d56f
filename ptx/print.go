package ptx

import (
	"fmt"
	"strconv"
	"strings"
)

// Print returns the text of a module. Comments are gone, and blocks are indented.
func Print(m *Module) string {
	p := &printer{}
	p.line(".version %d.%d", m.Version[0], m.Version[1])
	p.line(".target %s", strings.Join(m.Targets, ", "))
	p.line(".address_size %d", m.AddressSize)
	for _, item := range m.Items {
		p.item(item)
	}
	return p.text.String()
}

// String returns the instruction as one line without its semicolon.
func (in *Instruction) String() string {
	var b strings.Builder
	if g := in.Guard; g != nil {
		b.WriteByte('@')
		if g.Negated {
			b.WriteByte('!')
		}
		b.WriteString(g.Name + " ")
	}
	b.WriteString(in.Name())
	for i, o := range in.Operands {
		b.WriteString([...]string{" ", ", "}[min(i, 1)])
		b.WriteString(operandText(o))
	}
	return b.String()
}

// Name returns the opcode with its modifiers.
func (in *Instruction) Name() string {
	return strings.Join(append([]string{in.Opcode}, in.Modifiers...), ".")
}

type printer struct {
	text  strings.Builder
	depth int
}

func (p *printer) line(format string, args ...any) {
	p.text.WriteString(strings.Repeat("\t", p.depth))
	fmt.Fprintf(&p.text, format, args...)
	p.text.WriteByte('\n')
}

func (p *printer) item(item Item) {
	switch x := item.(type) {
	case *Variable:
		p.line("%s;", variableText(x))
	case *Function:
		p.function(x)
	case *Directive:
		p.line("%s", directiveText(x))
	case *Block:
		p.block(x)
	case *Registers:
		names := make([]string, len(x.Names))
		for i, n := range x.Names {
			if names[i] = n.Name; n.Count > 0 {
				names[i] += fmt.Sprintf("<%d>", n.Count)
			}
		}
		p.line(".reg%s .%s %s;", vectorText(x.Vector), x.Type, strings.Join(names, ", "))
	case *Label:
		p.text.WriteString(x.Name + ":\n")
	case *Alias:
		p.line(".alias %s, %s;", x.Name, x.Function)
	case *Targets:
		kind := ".branchtargets"
		if x.Calls {
			kind = ".calltargets"
		}
		p.line("%s: %s %s;", x.Name, kind, strings.Join(x.Names, ", "))
	case *Prototype:
		p.line("%s: .callprototype %s;", x.Name, prototypeText(x.Function))
	case *Instruction:
		p.line("%s;", x)
	}
}

func (p *printer) block(b *Block) {
	p.line("{")
	p.depth++
	for _, item := range b.Items {
		p.item(item)
	}
	p.depth--
	p.line("}")
}

func (p *printer) function(f *Function) {
	head := linkageText(f.Linkage)
	if f.Entry {
		head += ".entry "
	} else {
		head += ".func "
	}
	head += attributeText(f.Attribute)
	if f.Returns != nil {
		head += "(" + parametersText(f.Returns) + ") "
	}
	p.line("%s%s(%s)", head, f.Name, parametersText(f.Params))
	for _, d := range f.Limits {
		p.line("%s", directiveText(d))
	}
	if f.Body == nil {
		p.line(";")
		return
	}
	p.block(f.Body)
}

// prototypeText returns the head of a function without a name.
func prototypeText(f *Function) string {
	text := f.Name + " (" + parametersText(f.Params) + ")"
	if f.Returns != nil {
		text = "(" + parametersText(f.Returns) + ") " + text
	}
	for _, d := range f.Limits {
		text += " " + directiveText(d)
	}
	return text
}

func attributeText(a string) string {
	if a == "" {
		return ""
	}
	return ".attribute(" + a + ") "
}

func vectorText(n int) string {
	if n <= 1 {
		return ""
	}
	return fmt.Sprintf(" .v%d", n)
}

func parametersText(params []*Variable) string {
	var texts []string
	for _, v := range params {
		texts = append(texts, variableText(v))
	}
	return strings.Join(texts, ", ")
}

func linkageText(l Linkage) string {
	if l == "" {
		return ""
	}
	return "." + string(l) + " "
}

func directiveText(d *Directive) string {
	text := "." + d.Name
	for i, n := range d.Numbers {
		if i > 0 && d.Name != "loc" {
			text += ","
		}
		text += fmt.Sprintf(" %d", n)
	}
	if d.Text != "" {
		text += " " + d.Text
	}
	if d.Name == "pragma" {
		text += ";"
	}
	return text
}

func variableText(v *Variable) string {
	text := linkageText(v.Linkage) + "." + v.Space
	if v.Attribute != "" {
		text += " " + strings.TrimSuffix(attributeText(v.Attribute), " ")
	}
	if v.Align != 0 {
		text += fmt.Sprintf(" .align %d", v.Align)
	}
	text += vectorText(v.Vector) + " ." + string(v.Type)
	if p := v.Pointer; p != nil {
		text += " .ptr"
		if p.Space != "" {
			text += " ." + p.Space
		}
		if p.Align != 0 {
			text += fmt.Sprintf(" .align %d", p.Align)
		}
	}
	text += " " + v.Name
	for _, e := range v.Extents {
		if e < 0 {
			text += "[]"
		} else {
			text += fmt.Sprintf("[%d]", e)
		}
	}
	switch {
	case v.Fields != "":
		text += " = " + v.Fields
	case v.Init != nil:
		text += " = " + initializerText(v)
	}
	return text
}

func initializerText(v *Variable) string {
	texts := make([]string, len(v.Init))
	for i, n := range v.Init {
		texts[i] = operandText(n)
	}
	if len(v.Extents) == 0 && v.Vector == 1 && len(texts) == 1 {
		return texts[0]
	}
	return "{" + strings.Join(texts, ", ") + "}"
}

func operandText(o Operand) string {
	switch x := o.(type) {
	case *Name:
		return nameText(x)
	case *Immediate:
		switch x.Kind {
		case Single:
			return fmt.Sprintf("0f%08X", x.Bits)
		case Double:
			return fmt.Sprintf("0d%016X", x.Bits)
		}
		return strconv.FormatInt(int64(x.Bits), 10)
	case *Address:
		at := x.Base + offsetText(x.Offset)
		if x.Base == "" {
			at = strconv.FormatInt(x.Offset, 10)
		}
		if x.Sampler != nil {
			at += ", " + x.Sampler.Name
		}
		if x.Coordinates != nil {
			at += ", " + operandText(x.Coordinates)
		}
		return "[" + at + "]"
	case *Vector:
		return "{" + operandsText(x.Elements) + "}"
	case *List:
		return "(" + operandsText(x.Elements) + ")"
	case *Pair:
		return operandText(x.First) + "|" + operandText(x.Second)
	}
	return ""
}

func nameText(n *Name) string {
	text := n.Name
	if n.Generic {
		text = "generic(" + text + ")"
	}
	text += offsetText(n.Offset)
	if n.Mask != 0 {
		text = fmt.Sprintf("0x%X(%s)", n.Mask, text)
	}
	if n.Negated {
		return "!" + text
	}
	return text
}

func operandsText(all []Operand) string {
	texts := make([]string, len(all))
	for i, o := range all {
		texts[i] = operandText(o)
	}
	return strings.Join(texts, ", ")
}

func offsetText(n int64) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("%+d", n)
}
