package expr

import (
	"maps"
	"slices"
)

// Env gives names their values.
type Env interface {
	// Lookup returns the value of a name. ok is false if the name has none.
	Lookup(name string) (Value, bool)
}

// Scope is an Env with names of its own, which hide those of another Env.
type Scope struct {
	Outer Env // nil for the outermost scope
	names map[string]Value
}

// NewScope returns an empty scope inside another.
func NewScope(outer Env) *Scope { return &Scope{Outer: outer} }

// Lookup implements Env.
func (s *Scope) Lookup(name string) (Value, bool) {
	if v, ok := s.names[name]; ok {
		return v, true
	}
	if s.Outer == nil {
		return nil, false
	}
	return s.Outer.Lookup(name)
}

// Set binds a name in this scope.
func (s *Scope) Set(name string, v Value) {
	if s.names == nil {
		s.names = map[string]Value{}
	}
	s.names[name] = v
}

// Has reports whether this scope itself binds a name.
func (s *Scope) Has(name string) bool {
	_, ok := s.names[name]
	return ok
}

// Names returns the names that this scope and those around it bind, sorted.
func (s *Scope) Names() []string {
	all := map[string]bool{}
	for name := range s.names {
		all[name] = true
	}
	if outer, ok := s.Outer.(Named); ok {
		for _, name := range outer.Names() {
			all[name] = true
		}
	}
	return slices.Sorted(maps.Keys(all))
}
