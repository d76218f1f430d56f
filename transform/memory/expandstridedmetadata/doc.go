// Package expandstridedmetadata has the pass expand-strided-metadata: views of memrefs (subviews, and
// reshapes by groups of dimensions) become a reinterpret_cast of the buffer, with offset, sizes and strides
// as values.
//
// stridedmetadata.go has the pass, view.go the views, metadata.go the metadata of memrefs whose definition
// gives it, quantity.go the arithmetic.
package expandstridedmetadata
