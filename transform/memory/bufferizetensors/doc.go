// Package bufferizetensors is the pass bufferize-tensors: tensors become buffers, one for each result of an
// operation.
//
// pass.go has the pass and what becomes of functions. convert.go converts operations one after the other,
// elements.go, slice.go, shape.go, computed.go, layout.go, gather.go, transfer.go, buffer.go, global.go,
// structured.go, softmax.go, winograd.go, control.go and tasks.go each a kind of them. sharing.go says which
// tensors need no buffer of their own, and release.go frees buffers after their last use.
package bufferizetensors
