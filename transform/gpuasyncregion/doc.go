// Package gpuasyncregion has the pass gpu-async-region: operations of the device that block become asynchronous, and depend on those that
// they conflict with.
//
// pass.go has the pass, effects.go what operations do to memory, thread.go the walk over a block.
//
// May import: dialects, analysis/kerneleffects, pass, ir; no other transform.
package gpuasyncregion
