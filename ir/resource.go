package ir

import (
	"slices"
	"sync"
)

// Resource is an entry of the metadata that stands behind a program in {-# #-}:
// the bytes of a dense_resource attribute, or data of another tool.
type Resource struct {
	// Group is the dialect, or the name of the tool; Key names the entry in it.
	Group, Key string
	// Value is the literal as written: a string in quotes, true or false.
	Value string
	// External marks entries of other tools, which are passed on unseen.
	External bool
}

// resources is the part of a context that keeps metadata.
type resources struct {
	mu   sync.Mutex
	list []Resource
}

// SetResource keeps an entry, in the place of one with the same name.
func (c *Context) SetResource(r Resource) {
	c.resources.mu.Lock()
	defer c.resources.mu.Unlock()
	list := c.resources.list
	i := slices.IndexFunc(list, func(o Resource) bool {
		return o.External == r.External && o.Group == r.Group && o.Key == r.Key
	})
	if i >= 0 {
		list[i] = r
		return
	}
	c.resources.list = append(list, r)
}

// Resources returns all entries in the order in which they were first set.
func (c *Context) Resources() []Resource {
	c.resources.mu.Lock()
	defer c.resources.mu.Unlock()
	return slices.Clone(c.resources.list)
}
