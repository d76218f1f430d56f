// Package symboldce has the pass symbol-dce: functions and globals that nothing refers to and that nobody
// outside of the module can see are erased.
package symboldce
