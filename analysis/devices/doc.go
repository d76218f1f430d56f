// Package devices says on which of several devices the operations of a program are. gpu.set_default_device
// names the device of the operations behind it, until another one is named.
//
// A function begins with the device of its caller, and a task with the device of the operation that issues
// it. A device that a task names holds only in this task. The device is unknown where paths with different
// devices join, and behind a call of a function that names a device.
package devices
