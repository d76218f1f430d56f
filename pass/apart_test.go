package pass_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
)

func init() {
	// Appends a letter to the name of each function, by changing it or by putting another in its place.
	for _, letter := range []string{"x", "y", "z"} {
		pass.Register(&pass.Pass{
			Name: "test-append-" + letter,
			Run:  func(r *pass.Run) error { return r.Op.Errorf(testCode, "not in parts") },
			Apart: func(*pass.Run) *pass.Parts {
				return &pass.Parts{Begin: func(*ir.Arena) func(*pass.Unit) error {
					return func(u *pass.Unit) error { return appendLetter(u, letter) }
				}}
			},
		})
	}
	pass.Register(&pass.Pass{
		Name: "test-add-functions",
		Run:  func(r *pass.Run) error { return r.Op.Errorf(testCode, "not in parts") },
		Apart: func(r *pass.Run) *pass.Parts {
			return &pass.Parts{
				Begin: func(*ir.Arena) func(*pass.Unit) error { return func(*pass.Unit) error { return nil } },
				End: func(units []*pass.Unit) error {
					b := ir.NewBuilder(r.Context())
					b.SetStart(r.Op.Body())
					for i := range units {
						b.Insert(newFunction(r.Context(), fmt.Sprint("more", i)))
					}
					return nil
				},
			}
		},
	})
}

// appendLetter refuses a function whose name holds "no" and the letter, breaks one with "bad" and the letter, and puts two in place of
// one with "two".
func appendLetter(u *pass.Unit, letter string) error {
	name := u.Op.SymbolName()
	switch {
	case strings.Contains(name, "no"+letter):
		return u.Op.Errorf(testCode, "%s: no", letter)
	case strings.Contains(name, "bad"+letter):
		u.Op.RemoveAttr("sym_name")
	case strings.HasPrefix(name, "two"):
		c := u.Op.Context()
		u.Replaced, u.Made = true, []*ir.Op{newFunction(c, "a"+letter), newFunction(c, "b"+letter)}
	default:
		u.Op.SetAttr("sym_name", u.Op.Context().String(name+letter))
	}
	return nil
}

func newFunction(c *ir.Context, name string) *ir.Op {
	return c.NewOp(ir.OpState{Def: function, Regions: []*ir.Region{ir.NewRegion()}, Attrs: []ir.NamedAttr{{Name: "sym_name", Value: c.String(name)}}})
}

// marched runs passes and returns the names of the functions and what was reported.
func marched(t *testing.T, m pass.Manager, passes string, functions ...string) (string, diag.List) {
	t.Helper()
	p, err := pass.Parse("t.module(" + passes + ")")
	if err != nil {
		t.Fatal(err)
	}
	m.Pipeline = p
	op := newModule(functions...)
	diags := m.Run(t.Context(), op)
	var names []string
	for f := range op.Body().Ops() {
		names = append(names, f.SymbolName())
	}
	return strings.Join(names, " "), diags
}

const xyz = "test-append-x,test-append-y,test-append-z"

func TestFunctionsGoThroughPasses(t *testing.T) {
	for _, c := range []struct{ passes, before, after string }{
		{xyz, "f g h", "fxyz gxyz hxyz"},
		{xyz, "f two h", "fxyz axyz bxyz hxyz"},
		{"test-append-x,test-add-functions,test-append-z", "f g", "more0z more1z fxz gxz"},
		{"test-append-x,test-add-functions,test-append-y", "two", "more0y more1y axy bxy"},
	} {
		before := strings.Fields(c.before)
		got, diags := marched(t, pass.Manager{}, c.passes, before...)
		want, _ := marched(t, pass.Manager{Observers: []pass.Observer{pass.NewStats()}}, c.passes, before...) // one pass at a time
		if got != want || len(diags) > 0 {
			t.Errorf("%s on %s: %s %v, one pass at a time %s", c.passes, c.before, got, diags, want)
		}
		if got != c.after {
			t.Errorf("%s on %s: %s, want %s", c.passes, c.before, got, c.after)
		}
	}
}

// What fails last in the program, but in the first pass, is what is reported, and nothing behind it.
func TestFirstPassThatFails(t *testing.T) {
	for _, c := range []struct{ functions, want string }{
		{"f noz noy g noyz", "y: no; y: no"},
		{"noz badx", "'t.func' op requires attribute 'sym_name'"},
		{"bady noz nox", "x: no"},
		{"f same same g", "redefinition of symbol named 'samexyz'"},
	} {
		_, diags := marched(t, pass.Manager{}, xyz, strings.Fields(c.functions)...)
		var found []string
		for _, d := range diags {
			found = append(found, d.Message)
		}
		if got := strings.Join(found, "; "); got != c.want {
			t.Errorf("%s: %s, want %s", c.functions, got, c.want)
		}
	}
}

func TestVerifierCanBeSkipped(t *testing.T) {
	if _, diags := marched(t, pass.Manager{SkipVerify: true}, xyz, "badx", "f"); len(diags) > 0 {
		t.Error(diags)
	}
}
