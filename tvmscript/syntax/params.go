package syntax

import "github.com/inflight-compiler/inflight/diag"

// paramOrder has the parameters of a list that restrict those behind them.
type paramOrder struct {
	slash, star, doubleStar, withDefault *Param // the first of each
	bare                                 *Param // a star without a name, if no parameter has followed yet
}

// params parses the parameters of a function (closing is ')', and there may be annotations) or a lambda
// (':').
func (p *parser) params(closing kind) []*Param {
	var list []*Param
	var seen paramOrder
	for p.tok.kind != closing && !p.failed {
		param := p.param(closing == tRParen)
		p.paramOrder(param, &seen, len(list))
		list = append(list, param)
		if !p.accept(tComma) {
			break
		}
	}
	if seen.bare != nil {
		p.failNode(codeArguments, seen.bare, "names must follow a '*' that has none")
	}
	return list
}

// param parses one parameter.
func (p *parser) param(annotated bool) *Param {
	start := p.tok.start
	param := &Param{}
	switch p.tok.kind {
	case tSlash:
		p.next()
		param.At, param.Kind = p.since(start), Slash
		return param
	case tStar:
		p.next()
		param.Kind = Star
		if p.tok.kind == tComma || p.tok.kind == tRParen || p.tok.kind == tColon {
			param.At = p.since(start)
			return param
		}
	case tStarStar:
		p.next()
		param.Kind = StarStar
	}
	param.Name = p.identifier("a parameter")
	if annotated && p.accept(tColon) {
		param.Annotation = p.paramAnnotation(param.Kind)
	}
	if p.tok.kind == tAssign {
		p.paramDefault(param)
	}
	param.At = p.since(start)
	return param
}

// paramAnnotation parses an annotation. The annotation of *args may have a star.
func (p *parser) paramAnnotation(kind ParamKind) Expr {
	if kind == Star {
		return p.starOr((*parser).expression)
	}
	return p.expression()
}

// paramDefault parses = value.
func (p *parser) paramDefault(param *Param) {
	if param.Kind != Plain {
		p.failAt(codeArguments, "a parameter with '*' or '**' has no default")
	}
	p.next()
	param.Default = p.expression()
}

// paramOrder reports a parameter that cannot stand behind those before it. n is their number.
func (p *parser) paramOrder(param *Param, seen *paramOrder, n int) {
	switch {
	case seen.doubleStar != nil:
		p.misplaced(param, "nothing can stand behind the parameter with '**'", seen.doubleStar)
	case param.Kind == Slash:
		p.slash(param, seen, n)
	case param.Kind == Star:
		if seen.star != nil {
			p.misplaced(param, "there can be only one '*'", seen.star)
		}
		seen.star = param
		if param.Name.Name == "" {
			seen.bare = param
		}
	case param.Kind == StarStar:
		if seen.bare == nil { // otherwise params reports the bare star
			seen.doubleStar = param
		} else {
			p.failNode(codeArguments, seen.bare, "names must follow a '*' that has none")
		}
	default:
		p.plain(param, seen)
	}
}

// slash checks the place of a slash.
func (p *parser) slash(param *Param, seen *paramOrder, n int) {
	switch {
	case n == 0:
		p.failNode(codeArguments, param, "parameters must stand in front of '/'")
	case seen.slash != nil:
		p.misplaced(param, "there can be only one '/'", seen.slash)
	case seen.star != nil:
		p.misplaced(param, "'/' must stand in front of '*'", seen.star)
	}
	seen.slash = param
}

// plain checks the default of an ordinary parameter.
func (p *parser) plain(param *Param, seen *paramOrder) {
	seen.bare = nil
	switch {
	case seen.star != nil:
	case param.Default != nil:
		if seen.withDefault == nil {
			seen.withDefault = param
		}
	case seen.withDefault != nil:
		p.misplaced(param, "a parameter without default stands behind one with a default", seen.withDefault)
	}
}

func (p *parser) misplaced(param *Param, message string, earlier *Param) *diag.Diagnostic {
	return p.failNode(codeArguments, param, "%s", message).Note(p.nodeSpan(earlier),
		"this one stands before it")
}
