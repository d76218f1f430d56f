package inflight_test

import (
	"cmp"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"os/exec"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// loadPackages returns the types of packages of the module, by their paths in it. They come from what the
// compiler exports, which is in the build cache since this test was built.
func loadPackages(t *testing.T, files *token.FileSet, dirs []string) map[string]*types.Package {
	t.Helper()
	args := []string{"list", "-export", "-deps", "-f", "{{.ImportPath}} {{.Export}}"}
	for _, dir := range dirs {
		args = append(args, path.Join(module, dir))
	}
	listed, err := exec.Command("go", args...).Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	exported := map[string]string{}
	for line := range strings.Lines(string(listed)) {
		name, file, _ := strings.Cut(strings.TrimSpace(line), " ")
		exported[name] = file
	}
	open := func(name string) (io.ReadCloser, error) { return os.Open(exported[name]) }
	from := importer.ForCompiler(files, "gc", open)
	loaded := map[string]*types.Package{}
	for _, dir := range dirs {
		if loaded[dir], err = from.Import(path.Join(module, dir)); err != nil {
			t.Fatal(err)
		}
	}
	return loaded
}

// surface finds which types without a promise the API of promised packages mentions.
type surface struct {
	promised map[*types.Package]bool
	adopted  map[*types.TypeName]bool // types with an alias in a promised package
	seen     map[*types.TypeName]bool // types whose methods and fields were looked at
	place    token.Pos                // the exported name that is looked at
	mentions map[string]token.Pos     // types without a promise, and the first name that mentions each
}

// surfaceOf looks at everything that the packages export.
func surfaceOf(pkgs map[string]*types.Package) *surface {
	s := &surface{promised: map[*types.Package]bool{}, adopted: map[*types.TypeName]bool{},
		seen: map[*types.TypeName]bool{}, mentions: map[string]token.Pos{}}
	var exported []types.Object
	for _, pkg := range pkgs {
		s.promised[pkg] = true
		for _, name := range pkg.Scope().Names() {
			if object := pkg.Scope().Lookup(name); object.Exported() {
				exported = append(exported, object)
			}
		}
	}
	slices.SortFunc(exported, func(a, b types.Object) int { return cmp.Compare(a.Pos(), b.Pos()) })
	for _, object := range exported {
		if name, ok := object.(*types.TypeName); ok && name.IsAlias() {
			if named, ok := types.Unalias(name.Type()).(*types.Named); ok {
				s.adopted[named.Obj()] = true
			}
		}
	}
	for _, object := range exported {
		s.place = object.Pos()
		s.declaration(object)
	}
	return s
}

// declaration looks at what an exported name promises: of a type, its exported fields and methods.
func (s *surface) declaration(object types.Object) {
	named, ok := types.Unalias(object.Type()).(*types.Named)
	if _, isType := object.(*types.TypeName); !isType || !ok {
		s.mentioned(object.Type())
		return
	}
	s.arguments(named.TypeArgs())
	s.members(named.Origin())
}

// members looks at the exported fields and methods of a type.
func (s *surface) members(named *types.Named) {
	if s.seen[named.Obj()] {
		return
	}
	s.seen[named.Obj()] = true
	s.parameters(named.TypeParams())
	s.mentioned(named.Underlying())
	for method := range named.Methods() {
		if method.Exported() {
			s.place = method.Pos()
			s.mentioned(method.Type())
		}
	}
}

// isOpen reports whether a name that stands for a type has no promise: it is exported by a package without
// one, and no promised package has a name for the type.
func (s *surface) isOpen(name *types.TypeName) bool {
	if name.Pkg() == nil || len(local([]string{name.Pkg().Path()})) == 0 || !name.Exported() {
		return false
	}
	keeps := func(name *types.TypeName) bool { return s.promised[name.Pkg()] || s.adopted[name] }
	named, ok := types.Unalias(name.Type()).(*types.Named)
	return !keeps(name) && !(ok && keeps(named.Obj()))
}

// note adds a name without a promise to the mentions.
func (s *surface) note(name *types.TypeName) {
	key := local([]string{name.Pkg().Path()})[0] + "." + name.Name()
	if s.mentions[key] == token.NoPos {
		s.mentions[key] = s.place
	}
}

// alias looks at an alias where something exported mentions it.
func (s *surface) alias(t *types.Alias) {
	if s.isOpen(t.Obj()) {
		s.arguments(t.TypeArgs())
		s.note(t.Obj())
	} else {
		s.mentioned(t.Rhs())
	}
}

// named looks at a type with a name where something exported mentions it. A type that is not exported is no
// mention, but what it exports can be reached.
func (s *surface) named(t *types.Named) {
	s.arguments(t.TypeArgs())
	name := t.Obj()
	switch {
	case s.isOpen(name):
		s.note(name)
	case !name.Exported() && name.Pkg() != nil && strings.HasPrefix(name.Pkg().Path(), module):
		place := s.place
		s.members(t.Origin())
		s.place = place
	}
}

// arguments looks at the arguments of a generic type.
func (s *surface) arguments(list *types.TypeList) {
	for argument := range list.Types() {
		s.mentioned(argument)
	}
}

// mentioned looks at a type where something exported mentions it.
func (s *surface) mentioned(t types.Type) {
	switch t := t.(type) {
	case *types.Alias:
		s.alias(t)
	case *types.Named:
		s.named(t)
	case interface{ Elem() types.Type }: // arrays, slices, pointers, channels and maps
		if m, ok := t.(*types.Map); ok {
			s.mentioned(m.Key())
		}
		s.mentioned(t.Elem())
	case *types.Signature:
		s.parameters(t.TypeParams())
		for _, tuple := range []*types.Tuple{t.Params(), t.Results()} {
			for variable := range tuple.Variables() {
				s.mentioned(variable.Type())
			}
		}
	case *types.Struct:
		for field := range t.Fields() {
			if field.Exported() || field.Embedded() {
				s.place = field.Pos()
				s.mentioned(field.Type())
			}
		}
	case *types.Interface:
		s.methods(t)
	case *types.Union:
		for term := range t.Terms() {
			s.mentioned(term.Type())
		}
	}
}

// methods looks at the exported methods of an interface and at the types that it embeds.
func (s *surface) methods(t *types.Interface) {
	for method := range t.ExplicitMethods() {
		if method.Exported() {
			s.place = method.Pos()
			s.mentioned(method.Type())
		}
	}
	for embedded := range t.EmbeddedTypes() {
		s.mentioned(embedded)
	}
}

// parameters looks at the constraints of type parameters.
func (s *surface) parameters(list *types.TypeParamList) {
	for parameter := range list.TypeParams() {
		s.mentioned(parameter.Constraint())
	}
}

// mentionedInDocument returns the types without a promise that ARCHITECTURE.md says are mentioned: the names
// in front of the colon in each line of the list, behind which stands a reason.
func mentionedInDocument(t *testing.T) []string {
	t.Helper()
	_, list, found := strings.Cut(readFile(t, "ARCHITECTURE.md"),
		"mention these types without a promise:\n\n")
	list, _, _ = strings.Cut(list, "\n\n")
	var names []string
	for item := range strings.SplitSeq("\n"+list, "\n- ") {
		before, reason, _ := strings.Cut(item, ": ")
		if item != "" && reason == "" {
			t.Errorf("ARCHITECTURE.md gives no reason for %q", item)
		}
		for _, m := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(before, -1) {
			names = append(names, m[1])
		}
	}
	if !found {
		t.Error("ARCHITECTURE.md has no list of mentions")
	}
	return names
}

// What promised packages export mentions no type of a package without a promise, but for those that
// ARCHITECTURE.md lists with a reason. It lists no others.
func TestPromisesMentionPromises(t *testing.T) {
	files := token.NewFileSet()
	s := surfaceOf(loadPackages(t, files, promises(t, "Promised are")))
	listed := mentionedInDocument(t)
	for name, place := range s.mentions {
		if !slices.Contains(listed, name) {
			at := files.Position(place)
			t.Errorf("%s:%d: what a promised package exports mentions %s, which has no promise",
				strings.TrimPrefix(at.Filename, module+"/"), at.Line, name)
		}
	}
	for _, name := range listed {
		if _, is := s.mentions[name]; !is {
			t.Errorf("ARCHITECTURE.md lists %s, which nothing promised mentions", name)
		}
	}
	if len(s.seen) < 100 {
		t.Errorf("only %d types were looked at", len(s.seen))
	}
}

// sources are packages that are checked in this order, each of which may import those before.
type sources struct {
	files  *token.FileSet
	loaded map[string]*types.Package
}

// Import implements types.Importer.
func (s *sources) Import(name string) (*types.Package, error) { return s.loaded[name], nil }

// add checks a package of the module that is one file.
func (s *sources) add(t *testing.T, dir, text string) *types.Package {
	t.Helper()
	file, err := parser.ParseFile(s.files, dir+".go", "package "+path.Base(dir)+"\n"+text, 0)
	if err != nil {
		t.Fatal(err)
	}
	name := path.Join(module, dir)
	pkg, err := (&types.Config{Importer: s}).Check(name, s.files, []*ast.File{file}, nil)
	if err != nil {
		t.Fatal(err)
	}
	s.loaded[name] = pkg
	return pkg
}

// Mentions are found wherever a user of a package meets a type, and only there.
func TestMentionsAreFound(t *testing.T) {
	const open = `
type T struct{ U U }
type U int
func (T) Method() *V { return nil }
func (T) hidden() W { return 0 }
type V int
type W int
type List[E any] []E
type Constraint interface{ ~int }
type Renamed = V
const Number U = 1
`
	for _, c := range []struct{ name, text, want string }{
		{"field, with methods of its own", "type A struct{ F []open.T; g open.U }", "T"},
		{"embedded", "type A struct{ open.T }", "T"},
		{"embedded and not exported", "type A struct{ a }; type a struct{ F open.U; g open.V }", "U"},
		{"parameter and result", "func F(map[open.U]int) (chan *open.V, error) { return nil, nil }", "U V"},
		{"method", "type a int; type A = a; func (a) M(func(open.U)) {}", "U"},
		{"method that is not exported", "type A int; func (A) m(open.U) {}", ""},
		{"inferred type", "var A = open.Number", "U"},
		{"constant", "const A = open.Number", "U"},
		{"argument of a type", "func F(open.List[open.U]) {}", "List U"},
		{"argument of an aliased type", "type A = open.List[open.U]", "U"},
		{"constraint", "func F[E open.Constraint](E) {}; type A[E interface{ open.U | open.V }] int",
			"Constraint U V"},
		{"interface", "type A interface{ M(open.U); m(open.V) }", "U"},
		{"type that is not exported", "func F() a { return a{} }; type a struct{ F open.U; g open.V }", "U"},
		{"value that is not exported", "var a open.T; func f(open.T) {}; type b struct{ F open.T }", ""},
		{"alias, with the aliased type's fields and methods", "type A = open.T", "U V"},
		{"alias of another alias", "func F(open.Renamed) {}", "Renamed"},
		{"alias that another alias has a promise with", "type A = open.V; func F(open.Renamed) {}", ""},
		{"body", "func F() { var v open.U; _ = v }", ""},
	} {
		s := &sources{token.NewFileSet(), map[string]*types.Package{}}
		s.add(t, "open", open)
		kept := s.add(t, "kept", "import \""+module+"/open\"; var _ open.U; "+c.text)
		found := slices.Sorted(maps.Keys(surfaceOf(map[string]*types.Package{"kept": kept}).mentions))
		if got := strings.ReplaceAll(strings.Join(found, " "), "open.", ""); got != c.want {
			t.Errorf("%s: %q is found to be mentioned, not %q", c.name, got, c.want)
		}
	}
}
