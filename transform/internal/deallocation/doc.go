// Package deallocation lowers bufferization.dealloc: buffers that may be the same are told apart by their
// addresses, and each is freed at most once.
//
// lower.go has the lowering, helper.go the function that compares the addresses of several buffers.
package deallocation
