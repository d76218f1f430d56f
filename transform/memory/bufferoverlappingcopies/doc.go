// Package bufferoverlappingcopies has the pass buffer-overlapping-copies: a memref.copy between views that
// may share memory copies what the source held before, also on engines that copy in some other order.
//
// pass.go has the pass, overlap.go says which copies need it.
package bufferoverlappingcopies
