package llvm

import (
	"strconv"
	"strings"

	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/ir"
)

// hints returns the metadata behind an instruction.
func (f *function) hints(op *ir.Op) string {
	text := ""
	if op.Attr("nontemporal") != nil {
		text += ", !nontemporal " + f.node("!{i32 1}")
	}
	for _, flag := range [...][2]string{{"invariant", "invariant.load"},
		{"invariantGroup", "invariant.group"}} {
		if op.Attr(flag[0]) != nil {
			text += ", !" + flag[1] + " " + f.node("!{}")
		}
	}
	if p, ok := op.Attr("dereferenceable").(*ir.ParametricAttr); ok && p.Def == llvm.Dereferenceable {
		name := "dereferenceable"
		if p.IntParam(1) != 0 {
			name += "_or_null"
		}
		text += ", !" + name + " " + f.node("!{i64 "+strconv.FormatInt(p.IntParam(0), 10)+"}")
	}
	if op.Has(ir.Terminator) {
		text += f.weights(op) + f.loopHints(op)
	}
	return text
}

// weights returns how often each successor is taken.
func (f *function) weights(op *ir.Op) string {
	list := op.Ints("branch_weights")
	if len(list) == 0 {
		return ""
	}
	text := `!{!"branch_weights"`
	for _, n := range list {
		text += ", i32 " + strconv.FormatInt(n, 10)
	}
	return ", !prof " + f.node(text+"}")
}

// loopHints returns the metadata about a loop at its last branch.
func (f *function) loopHints(op *ir.Op) string {
	a, ok := op.Attr("loop_annotation").(*ir.OpaqueAttr)
	if !ok {
		return ""
	}
	settings, ok := parseSettings(strings.TrimPrefix(a.Text, "loop_annotation"))
	if !ok {
		f.fail(op, codeAttribute, "has hints for a loop that have no form in LLVM IR")
		return ""
	}
	self := "!" + strconv.Itoa(len(f.metadata))
	f.metadata = append(f.metadata, "")
	at, list := len(f.metadata)-1, []string{self}
	for _, s := range settings {
		text, ok := loopSetting(s)
		if !ok {
			f.fail(op, codeAttribute, "has the hint '%s' for a loop, which has no form here", s.name)
			return ""
		}
		if text != "" {
			list = append(list, f.node("!{"+text+"}"))
		}
	}
	f.metadata[at] = "distinct !{" + strings.Join(list, ", ") + "}"
	return ", !llvm.loop " + self
}

// setting is name = value in the text of an attribute. The name of a nested setting is joined by dots.
type setting struct{ name, value string }

// parseSettings reads <name = value, name = <name = value>>.
func parseSettings(text string) ([]setting, bool) {
	var list []setting
	var path []string
	name := ""
	for text = strings.TrimSpace(text); text != ""; text = strings.TrimLeft(text, " ") {
		end := strings.IndexAny(text, "<>=,")
		if end < 0 {
			return nil, false
		}
		word, mark := strings.TrimSpace(text[:end]), text[end]
		text = text[end+1:]
		switch {
		case mark == '=':
			name = word
			continue
		case mark == '<' && word != "":
			return nil, false
		case mark == '<':
			path, name = append(path, name), ""
			continue
		case word != "":
			list = append(list,
				setting{strings.TrimPrefix(strings.Join(append(path[1:len(path):len(path)], name), "."), "."),
					word})
		}
		if mark == '>' {
			if path = path[:len(path)-1]; len(path) == 0 {
				return list, strings.TrimSpace(text) == ""
			}
		}
	}
	return nil, false
}

// loopHintNames has LLVM's names for the hints of loops. Some hints are a node if they are true, and others
// have a value.
var loopHintNames = map[string]struct{ ifTrue, ifFalse, typ string }{
	"disableNonforced":      {ifTrue: "llvm.loop.disable_nonforced"},
	"mustProgress":          {ifTrue: "llvm.loop.mustprogress"},
	"isVectorized":          {"llvm.loop.isvectorized", "", "i32"},
	"unroll.disable":        {ifTrue: "llvm.loop.unroll.disable", ifFalse: "llvm.loop.unroll.enable"},
	"unroll.full":           {ifTrue: "llvm.loop.unroll.full"},
	"unroll.runtimeDisable": {ifTrue: "llvm.loop.unroll.runtime.disable"},
	"unroll.count":          {"llvm.loop.unroll.count", "", "i32"},
	"unrollAndJam.disable": {ifTrue: "llvm.loop.unroll_and_jam.disable",
		ifFalse: "llvm.loop.unroll_and_jam.enable"},
	"unrollAndJam.count":          {"llvm.loop.unroll_and_jam.count", "", "i32"},
	"vectorize.disable":           {"llvm.loop.vectorize.enable", "", "i1"},
	"vectorize.predicateEnable":   {"llvm.loop.vectorize.predicate.enable", "", "i1"},
	"vectorize.scalableEnable":    {"llvm.loop.vectorize.scalable.enable", "", "i1"},
	"vectorize.width":             {"llvm.loop.vectorize.width", "", "i32"},
	"interleave.count":            {"llvm.loop.interleave.count", "", "i32"},
	"licm.disable":                {ifTrue: "llvm.licm.disable"},
	"licm.versioningDisable":      {ifTrue: "llvm.loop.licm_versioning.disable"},
	"distribute.disable":          {"llvm.loop.distribute.enable", "", "i1"},
	"pipeline.disable":            {"llvm.loop.pipeline.disable", "", "i1"},
	"pipeline.initiationinterval": {"llvm.loop.pipeline.initiationinterval", "", "i32"},
	"peeled.count":                {"llvm.loop.peeled.count", "", "i32"},
	"unswitch.partialDisable":     {ifTrue: "llvm.loop.unswitch.partial.disable"},
}

// loopSetting returns the node of one hint, "" if the hint has no effect.
func loopSetting(s setting) (string, bool) {
	hint, ok := loopHintNames[s.name]
	value, _, _ := strings.Cut(s.value, " ")
	switch {
	case !ok:
		return "", false
	case hint.typ == "":
		name := hint.ifFalse
		if value == "true" {
			name = hint.ifTrue
		}
		if name == "" {
			return "", true
		}
		return `!"` + name + `"`, true
	case strings.HasSuffix(hint.ifTrue, ".enable") && strings.HasSuffix(s.name, ".disable"):
		value = strconv.FormatBool(value != "true")
	case hint.typ == "i32" && (value == "true" || value == "false"):
		value = map[string]string{"true": "1", "false": "0"}[value]
	}
	return `!"` + hint.ifTrue + `", ` + hint.typ + " " + value, true
}
