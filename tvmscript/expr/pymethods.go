package expr

import (
	"strings"

	"github.com/inflight-compiler/inflight/tvmscript/syntax"
)

func init() {
	methods = map[string]func(e *Evaluator, recv Value, call *syntax.Call) (Value, error){
		"a string.format":     (*Evaluator).strFormat,
		"a string.join":       strMethod(1, (*Evaluator).strJoin),
		"a string.lower":      strMethod(0, mapped(strings.ToLower)),
		"a string.upper":      strMethod(0, mapped(strings.ToUpper)),
		"a string.strip":      strMethod(0, mapped(strings.TrimSpace)),
		"a string.startswith": strMethod(1, tested(strings.HasPrefix)),
		"a string.endswith":   strMethod(1, tested(strings.HasSuffix)),
		"a string.split":      strMethod(1, (*Evaluator).strSplit),
		"a string.replace":    strMethod(2, (*Evaluator).strReplace),
		"a list.append":       unchanging,
		"a list.extend":       unchanging,
		"a list.insert":       unchanging,
		"a list.pop":          unchanging,
		"a list.index":        seqIndex,
		"a tuple.index":       seqIndex,
		"a list.count":        seqCount,
		"a tuple.count":       seqCount,
		"a dict.get":          (*Evaluator).dictGet,
		"a dict.keys":         dictView(func(d *Dict, i int) Value { return d.Keys[i] }),
		"a dict.values":       dictView(func(d *Dict, i int) Value { return d.Values[i] }),
		"a dict.items": dictView(func(d *Dict, i int) Value {
			return &Seq{Elems: []Value{d.Keys[i], d.Values[i]}}
		}),
		"a dict.update": unchanging,
	}
}

// unchanging reports a method that would change a value: values of Python are constants here.
func unchanging(e *Evaluator, recv Value, call *syntax.Call) (Value, error) {
	return nil, e.Errorf(CodeUnsupported, call, "%s cannot be changed at import time", recv.Kind()).
		Suggest("make a new one: x = x + [y], or a comprehension")
}

func strMethod(n int,
	f func(e *Evaluator, s string, vs []Value, at syntax.Node) (Value, error)) func(*Evaluator, Value,
	*syntax.Call) (Value, error) {
	return func(e *Evaluator, recv Value, call *syntax.Call) (Value, error) {
		return withValues(n, n, func(e *Evaluator, vs []Value, at syntax.Node) (Value, error) {
			if err := e.steps(len(recv.(*Str).V), at); err != nil {
				return nil, err
			}
			return f(e, recv.(*Str).V, vs, at)
		})(e, call)
	}
}

func mapped(f func(string) string) func(*Evaluator, string, []Value, syntax.Node) (Value, error) {
	return func(_ *Evaluator, s string, _ []Value, _ syntax.Node) (Value, error) { return &Str{f(s)}, nil }
}

func tested(f func(s, part string) bool) func(*Evaluator, string, []Value, syntax.Node) (Value, error) {
	return func(e *Evaluator, s string, vs []Value, at syntax.Node) (Value, error) {
		part, err := e.stringOf(vs[0], at)
		return &Bool{f(s, part)}, err
	}
}

func (e *Evaluator) stringOf(v Value, at syntax.Node) (string, error) {
	s, ok := v.(*Str)
	if !ok {
		return "", e.Errorf(CodeType, at, "a string is needed, and this is %s", v.Kind())
	}
	return s.V, nil
}

func (e *Evaluator) strJoin(s string, vs []Value, at syntax.Node) (Value, error) {
	elems, err := e.Iterate(vs[0], at)
	if err != nil {
		return nil, err
	}
	total := 0
	parts := make([]string, len(elems))
	for i, v := range elems {
		if parts[i], err = e.stringOf(v, at); err != nil {
			return nil, err
		}
		total += len(parts[i]) + len(s)
		if err := e.length(int64(total), at); err != nil {
			return nil, err
		}
	}
	return &Str{strings.Join(parts, s)}, nil
}

func (e *Evaluator) strSplit(s string, vs []Value, at syntax.Node) (Value, error) {
	by, err := e.stringOf(vs[0], at)
	if err != nil {
		return nil, err
	}
	if by == "" {
		return nil, e.Errorf(CodeValue, at, "the separator is empty")
	}
	list := &Seq{List: true}
	for _, part := range strings.Split(s, by) {
		list.Elems = append(list.Elems, &Str{part})
	}
	return list, e.length(int64(len(list.Elems)), at)
}

func (e *Evaluator) strReplace(s string, vs []Value, at syntax.Node) (Value, error) {
	old, err := e.stringOf(vs[0], at)
	if err != nil {
		return nil, err
	}
	with, err := e.stringOf(vs[1], at)
	if err != nil {
		return nil, err
	}
	if err := e.length(multiplied(int64(strings.Count(s, old)), len(with)+1)+int64(len(s)), at); err != nil {
		return nil, err
	}
	return &Str{strings.ReplaceAll(s, old, with)}, nil
}

// strFormat evaluates "...{}...{0}...{name:spec}".format(...).
func (e *Evaluator) strFormat(recv Value, call *syntax.Call) (Value, error) {
	positional, keywords, err := e.arguments(call)
	if err != nil {
		return nil, err
	}
	named := map[string]syntax.Expr{}
	for _, k := range keywords {
		named[k.Name] = k.Value
	}
	var out strings.Builder
	next, text := 0, recv.(*Str).V // next is -1 if fields have numbers
	for text != "" {
		i := strings.IndexAny(text, "{}")
		if i < 0 {
			out.WriteString(text)
			break
		}
		out.WriteString(text[:i])
		brace := text[i]
		text = text[i+1:]
		if text != "" && text[0] == brace {
			out.WriteByte(brace)
			text = text[1:]
			continue
		}
		field, rest, ok := strings.Cut(text, "}")
		if brace == '}' || !ok || strings.Contains(field, "{") {
			return nil, e.Errorf(CodeValue, call, "the braces of the format do not match")
		}
		text = rest
		piece, err := e.formatField(field, positional, named, &next, call)
		if err != nil {
			return nil, err
		}
		out.WriteString(piece)
		if err := e.length(int64(out.Len()), call); err != nil {
			return nil, err
		}
	}
	return &Str{out.String()}, nil
}

// formatField returns the value of one {field}: by position, by number or by name. As in Python, a format
// cannot use both of the first two.
func (e *Evaluator) formatField(field string, positional []syntax.Expr, named map[string]syntax.Expr,
	next *int, at syntax.Node) (string, error) {
	name, spec, _ := strings.Cut(field, ":")
	x := named[name]
	if n, rest, ok := cutNumber(name, max(*next, 0)); x == nil && ok && rest == "" && n < len(positional) {
		if (name == "") == (*next < 0) && (name == "" || *next > 0) {
			return "", e.Errorf(CodeValue, at, "the format has fields with numbers and without")
		}
		if x = positional[n]; name != "" {
			*next = -1
		} else {
			*next++
		}
	}
	if x == nil {
		return "", e.Errorf(CodeArity, at, "the format has no argument for {%s}", field)
	}
	v, err := e.Value(x)
	if err != nil {
		return "", err
	}
	return e.format(v, spec, x)
}

func seqIndex(e *Evaluator, recv Value, call *syntax.Call) (Value, error) {
	return withValues(1, 1, func(e *Evaluator, vs []Value, at syntax.Node) (Value, error) {
		for i, v := range recv.(*Seq).Elems { // each comparison counts as work
			same, err := e.equal(v, vs[0], at)
			if err != nil {
				return nil, err
			}
			if same {
				return &Int{int64(i)}, nil
			}
		}
		return nil, e.Errorf(CodeValue, at, "%s is not among the elements", e.repr(vs[0]))
	})(e, call)
}

func seqCount(e *Evaluator, recv Value, call *syntax.Call) (Value, error) {
	return withValues(1, 1, func(e *Evaluator, vs []Value, at syntax.Node) (Value, error) {
		n := int64(0)
		for _, v := range recv.(*Seq).Elems {
			same, err := e.equal(v, vs[0], at)
			if err != nil {
				return nil, err
			}
			n += int64(b2i(same))
		}
		return &Int{n}, nil
	})(e, call)
}

func (e *Evaluator) dictGet(recv Value, call *syntax.Call) (Value, error) {
	return withValues(1, 2, func(e *Evaluator, vs []Value, at syntax.Node) (Value, error) {
		d := recv.(*Dict)
		i, err := e.find(d, vs[0], at)
		switch {
		case err != nil:
			return nil, err
		case i >= 0:
			return d.Values[i], nil
		case len(vs) == 2:
			return vs[1], nil
		}
		return &None{}, nil
	})(e, call)
}

func dictView(pick func(d *Dict, i int) Value) func(*Evaluator, Value, *syntax.Call) (Value, error) {
	return func(e *Evaluator, recv Value, call *syntax.Call) (Value, error) {
		d, s := recv.(*Dict), &Seq{List: true}
		for i := range d.Keys {
			s.Elems = append(s.Elems, pick(d, i))
		}
		_, err := e.BindArgs(call)
		return s, err
	}
}
