package machine

import (
	"embed"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
)

//go:embed builtin/*.json
var files embed.FS

// Builtins returns the names of the descriptions that come with the program, sorted.
func Builtins() []string {
	entries, err := files.ReadDir("builtin")
	if err != nil {
		panic(err) // it is a part of the program
	}
	var names []string
	for _, e := range entries {
		names = append(names, strings.TrimSuffix(e.Name(), ".json"))
	}
	return names
}

// Open returns the machine of a name, or that in a file, whose name has a dot or a slash.
func Open(name string) (*Machine, error) {
	if !strings.ContainsAny(name, "./\\") {
		return Builtin(name)
	}
	content, err := os.ReadFile(name)
	if err != nil {
		return nil, diag.Errorf(codeRead, diag.Span{}, "%v", err).Because(err)
	}
	return Parse(name, content)
}

var codeRead = diag.Register("machine-read", "the description of a machine cannot be read",
	"Name a file that can be read, or a machine from the list that inflight sim --help shows.")

// Builtin returns a description that comes with the program, or an error that names those there are.
func Builtin(name string) (*Machine, error) {
	content, err := files.ReadFile("builtin/" + name + ".json")
	if err != nil {
		return nil, diag.Errorf(codeName, diag.Span{}, "there is no machine %q, but %s", name,
			strings.Join(Builtins(), ", "))
	}
	return Parse(name+".json", content)
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
