// Package nvvmattachtarget has the pass nvvm-attach-target: modules of kernels get a target for NVIDIA's
// GPUs.
package nvvmattachtarget
