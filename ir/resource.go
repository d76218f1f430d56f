package ir

import (
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// Resource is an entry of the metadata in {-# #-} at the end of a program: the bytes of a dense_resource
// attribute, or data of another tool.
type Resource struct {
	// Group is the dialect, or the name of the tool; Key names the entry in it.
	Group, Key string
	// Value is the literal as written: a string in quotes, true or false.
	Value string
	// External marks entries of other tools, which are passed on without interpretation.
	External bool
}

// resources holds the metadata of a context.
type resources struct {
	mu   sync.Mutex
	list []Resource
}

// SetResource sets an entry, and replaces one with the same group and key.
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

// elided is the handle that is printed for elements that a printer leaves out.
const elided = "__elided__"

// Elements returns all elements of an attribute: for a resource the elements in the metadata of the program,
// and for a sparse attribute its elements with zeros between them. If it cannot, d is nil and problem says
// why.
func (c *Context) Elements(a Attr) (d *DenseElementsAttr, problem string) {
	switch a := a.(type) {
	case *DenseElementsAttr:
		return a, ""
	case *DenseResourceAttr:
		return c.resourceElements(a)
	case *SparseElementsAttr:
		return c.sparseElements(a)
	}
	return nil, fmt.Sprintf("'%v' has no elements", a)
}

func (c *Context) resourceElements(a *DenseResourceAttr) (*DenseElementsAttr, string) {
	if a.Handle == elided {
		return nil, "the elements were left out when the program was printed: print it again without " +
			"--mlir-elide-elementsattrs-if-larger and --mlir-elide-resource-strings-if-larger"
	}
	list := c.Resources()
	at := slices.IndexFunc(list, func(r Resource) bool {
		return !r.External && r.Group == "builtin" && r.Key == a.Handle
	})
	if at < 0 {
		return nil,
			fmt.Sprintf("there are no elements of dense_resource<%s> in dialect_resources behind the program",
				a.Handle)
	}
	digits := strings.TrimSuffix(strings.TrimPrefix(list[at].Value, `"0x`), `"`)
	data, err := hex.DecodeString(digits)
	const alignment = 4 // the first bytes hold the alignment of the elements in memory
	size := ElemBytes(a.Type.ElemType())
	if n := NumElements(a.Type.Dims()); err != nil || size == 0 ||
		int64(len(data)-alignment) != n*int64(size) {
		return nil, fmt.Sprintf("dense_resource<%s> has %d bytes, which are not %d elements of type '%v'",
			a.Handle, max(len(data)-alignment, 0), n, a.Type.ElemType())
	}
	return c.Dense(a.Type, string(data[alignment:]), false), ""
}

func (c *Context) sparseElements(a *SparseElementsAttr) (*DenseElementsAttr, string) {
	size := int64(ElemBytes(a.Type.ElemType()))
	if size == 0 || a.Values.Strings != nil {
		return nil, fmt.Sprintf("elements of type '%v' are no numbers", a.Type.ElemType())
	}
	shape := a.Type.Dims()
	data := make([]byte, NumElements(shape)*size)
	places := int64(0)
	if n := a.Indices.NumElems(); n > 0 && len(shape) > 0 {
		places = n / int64(len(shape))
	}
	for i := range places {
		at := int64(0)
		for d, extent := range shape {
			at = at*extent + int64(a.Indices.Element(int(i)*len(shape)+d))
		}
		from := i * size
		if a.Values.Splat {
			from = 0
		}
		copy(data[at*size:(at+1)*size], a.Values.Data[from:from+size])
	}
	return c.Dense(a.Type, string(data), false), ""
}
