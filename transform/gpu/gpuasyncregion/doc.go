// Package gpuasyncregion has the pass gpu-async-region: operations of a device get tokens, and the host waits
// only where it must.
//
// pass.go is the pass, block.go does a block, footprint.go says what operations touch, and region.go lets
// tokens leave tasks.
package gpuasyncregion
