// Package lazytoeager has the passes lazy-to-eager and eager-to-lazy: functions whose tasks may as well start
// at the call as at the first wait for them become eager, or lazy.
//
// Start reading at pass.go. legal.go decides, and harmless.go says which bodies may run at any time,
// beside.go which operations may run beside a task.
package lazytoeager
