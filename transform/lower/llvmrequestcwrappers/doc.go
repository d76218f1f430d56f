// Package llvmrequestcwrappers has the pass llvm-request-c-wrappers: functions get an attribute by which
// convert-func-to-llvm makes companions that C can call.
package llvmrequestcwrappers
