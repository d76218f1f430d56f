// Package devices says on which of several devices the operations of a program are: gpu.set_default_device
// names the one that what follows is on, until another is named.
//
// A function begins with the device of its caller, and a task with that of who issues it; what a task names
// is its own. Where control flow meets, and devices differ, it is unknown which one it is, as it is behind a
// call of a function that names one.
package devices
