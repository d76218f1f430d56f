// Package reusebuffers is the pass reuse-buffers: a buffer that is freed becomes the memory of a later one of
// its type, across asynchronous regions.
//
// pass.go has the pass and decides; candidate.go finds a freed buffer and an allocation that fit, and
// apply.go makes one of them.
package reusebuffers
