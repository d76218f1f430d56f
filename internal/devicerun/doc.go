// Package devicerun has programs whose host uses a device, and compares what the engine cuda makes of a
// program with what the simulator makes of it. The device is the one that the environment names: package
// fakecuda sets it to one that is none.
//
// Start reading at Agree. Hosts has programs that launch kernels, Queued those whose operations have tokens
// or touch memory of the device, RandomQueues makes such programs.
package devicerun
