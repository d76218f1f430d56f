// Package gpukernelstohost has the pass gpu-kernels-to-host: each kernel also becomes a function of the host
// that does what one thread does, for the fake driver.
//
// pass.go has the pass, kernel.go makes the function, and launcher.go what the driver calls.
package gpukernelstohost
