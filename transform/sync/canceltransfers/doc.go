// Package canceltransfers is the pass cancel-transfers: copies from a device to the host and back, and others
// whose destination holds what they would write, disappear.
//
// pass.go has the pass; facts.go says which memrefs hold the same, redundant.go removes copies by that, and
// buffers.go the buffers that only copies use.
package canceltransfers
