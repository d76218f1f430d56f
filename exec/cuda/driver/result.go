package driver

import "fmt"

// Error is a call that failed.
type Error struct {
	Call   string // the function, "dlopen" or "dlsym"
	Result int    // its result: a CUresult, or a cublasStatus_t
	Name   string // name of the result, such as CUDA_ERROR_OUT_OF_MEMORY
	Text   string // description of the result
	Log    string // the compiler's output, if the compiler failed
}

// Error implements error.
func (e *Error) Error() string {
	if e.Result == 0 {
		return fmt.Sprintf("%s: %s", e.Call, e.Text)
	}
	return fmt.Sprintf("%s: %s (%d): %s", e.Call, e.Name, e.Result, e.Text)
}
