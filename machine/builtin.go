package machine

import (
	"embed"
	"maps"
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

// Builtin returns a description that comes with the program, or an error that names those there are.
func Builtin(name string) (*Machine, error) {
	content, err := files.ReadFile("builtin/" + name + ".json")
	if err != nil {
		return nil, diag.Errorf(codeName, diag.Span{}, "there is no machine %q, but %s", name, strings.Join(Builtins(), ", "))
	}
	return Parse(name+".json", content)
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
