// Package nvvmattachtarget has the pass nvvm-attach-target: modules of kernels get a target for NVIDIA's GPUs.
//
// May import: dialect/{gpu,nvvm}, pass, ir; no other transform.
package nvvmattachtarget
