package native

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/inflight-compiler/inflight/config"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/interrupt"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/memory/insertboundschecks"
	"github.com/inflight-compiler/inflight/value"
)

var (
	codeAssert = diag.Register("native-assert", "an assertion does not hold",
		"The operand of cf.assert was false; the message is that "+
			"of the assertion. Change the program, or give arguments for which it holds.")
	codeBounds = diag.Register("native-out-of-bounds", "an access is outside of the memory that it names",
		"With --bounds-checks: a subscript is negative, or not below the extent; a view shows more than "+
			"its source, shapes differ that "+
			"must agree, an extent is negative, or the step of a loop is not positive. The place is that "+
			"of the operation.")
	codeAsyncError = diag.Register("native-async-error", "a task has ended in an error",
		"An assertion did not hold in the task, or in one that it depends on or awaits. The message and "+
			"the place are those of the "+
			"first. The program ends where it awaits the task, or at its end if it does not.")
	codeMisuse = diag.Register("native-async-misuse",
		"a program does with a token, a value or a group what must not be done",
		"A promise is resolved once, and a token by its task alone; a group has as many members as its "+
			"size says. With --engine sim the place is "+
			"known in every case.")
	codeCrash = diag.Register("native-crash", "the compiled program crashed",
		"Compiled code does not check indices and sizes unless --bounds-checks says so. With it, or with "+
			"--engine sim, the access is named.")
	codeStack = diag.Register("native-limit-stack", "the compiled program has used up its stack",
		"A recursion does not end, or a memref.alloca is too large for the stack. Use memref.alloc for "+
			"large memory.")
	codeTime = diag.Register("native-limit-time", "the compiled program has used up its time",
		"The program did not end within the time that --time-limit allows; raise the limit if it needs more.")
	codeMemory = diag.Register("native-limit-memory", "the compiled program has used up its memory",
		"The program needs more memory than there is, or than --memory-limit allows; raise the limit if it "+
			"should.")
	codeDevice = diag.Register("native-device",
		"the device of a program has failed, or was not used as it must be",
		"The message is that of the driver. The fake driver, which stands for a device where there is "+
			"none, finds operations that nothing orders and that access the same memory, "+
			"one of them writing; uses of what was freed or destroyed; and what is left at the end.")
	codeHelper = diag.Register("native-helper",
		"the process of a compiled program cannot be started or has failed",
		"The system refused to start the program, or to share a file with it. INFLIGHT_CACHE names the "+
			"folder that it is kept in.")
	codeArguments = diag.Register("native-bad-argument", "an argument does not fit the function",
		"The number and the types of the arguments must be those of the function.")
)

// run starts the executable with a shared file, waits for its end, and reads the results from the file.
func run(ctx context.Context, p *Program, args []value.Value, o config.Run) ([]value.Value, error) {
	if err := p.check(args); err != nil {
		return nil, err
	}
	l := plan(p.entry.Outputs, args)
	file, err := l.share(o.Memory)
	if err != nil {
		return nil, p.helperError(err)
	}
	defer func() { _ = file.Close() }()
	limited := ctx
	if o.Time > 0 {
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeout(ctx, o.Time)
		defer cancel()
	}
	state, said, err := p.start(limited, file, o)
	switch {
	case err != nil && limited.Err() != nil: // before the program has started
		return nil, p.failure(ctx, limited, outcome{}, nil, "", o)
	case err != nil:
		return nil, p.helperError(err)
	}
	out, err := readOutcome(file)
	if err != nil {
		return nil, p.helperError(err)
	}
	if out.words[wordStatus] == statusDone && state.Success() {
		values, err := l.read(file)
		if err != nil {
			return nil, p.helperError(err)
		}
		o.Output.Note([]byte(said))
		return values, nil
	}
	return nil, p.failure(ctx, limited, out, state, strings.TrimSpace(said), o)
}

// check compares the arguments with the signature. Different arguments must have different memory.
func (p *Program) check(args []value.Value) error {
	return p.signature.Check(codeArguments, p.span, args, func(i int) bool {
		t, b := p.entry.Inputs[i], args[i].Buffer
		_, isMemory := t.(*ir.MemRefType)
		return args[i].Type != nil && args[i].Type.String() == t.String() && isMemory == (b != nil)
	})
}

// share makes a file without a name and writes the arguments to it. The file is in memory, if there is room.
func (l *layout) share(memoryLimit int64) (*os.File, error) {
	f, err := l.shareIn("/dev/shm", memoryLimit)
	if err != nil {
		f, err = l.shareIn("", memoryLimit)
	}
	return f, err
}

// shareIn makes the file in a folder. With dir "" it is the folder for temporary files.
func (l *layout) shareIn(dir string, memoryLimit int64) (*os.File, error) {
	f, err := os.CreateTemp(dir, "inflight-*")
	if err != nil {
		return nil, err
	}
	if err = os.Remove(f.Name()); err == nil {
		err = l.write(f, memoryLimit)
	}
	if err != nil {
		_ = f.Close()
		return nil, err
	}
	return f, nil
}

// maxOutput is the number of bytes of a program's error output that are kept.
const maxOutput = 16 << 10

// tail keeps the last bytes that are written to it.
type tail struct{ bytes.Buffer }

func (t *tail) Write(b []byte) (int, error) {
	t.Buffer.Write(b)
	if extra := t.Len() - maxOutput; extra > 0 {
		t.Next(extra)
	}
	return len(b), nil
}

// start runs the executable to its end. The executable notices by the pipe at its standard input when this
// process has ended.
func (p *Program) start(ctx context.Context, file *os.File, o config.Run) (*os.ProcessState, string, error) {
	defer interrupt.Hold(ctx)()
	cmd := exec.CommandContext(ctx, p.executable.reach())
	defer runtime.KeepAlive(p.executable)
	cmd.ExtraFiles = []*os.File{file}
	cmd.Env = append(slices.DeleteFunc(os.Environ(), func(s string) bool {
		return strings.HasPrefix(s, "INFLIGHT_SHARED=")
	}), "INFLIGHT_SHARED=1")
	if o.Threads > 0 {
		cmd.Env = append(cmd.Env, "INFLIGHT_THREADS="+strconv.Itoa(o.Threads))
	}
	var said tail
	cmd.Stderr = &said
	if o.Output != nil {
		cmd.Stdout = o.Output
	}
	cmd.WaitDelay = time.Second
	input, err := cmd.StdinPipe()
	if err != nil {
		return nil, "", err
	}
	defer func() { _ = input.Close() }()
	if err := startBusy(cmd); err != nil {
		return nil, "", err
	}
	err = cmd.Wait()
	if _, exited := errors.AsType[*exec.ExitError](err); err != nil && !exited && ctx.Err() == nil {
		return nil, "", err
	}
	return cmd.ProcessState, said.String(), nil
}

// startBusy starts a program. The file of the program was just written. Another OS thread that is starting a
// process may have it open for writing for a short time, so the start is repeated.
func startBusy(cmd *exec.Cmd) error {
	for wait := time.Millisecond; ; wait *= 2 {
		err := cmd.Start()
		if !errors.Is(err, syscall.ETXTBSY) || wait > time.Second {
			return err
		}
		time.Sleep(wait)
	}
}

// failure returns the reason why a run has no result.
func (p *Program) failure(ctx, limited context.Context, out outcome, state *os.ProcessState, said string,
	o config.Run) error {
	at := p.placeOf(out)
	switch status := out.words[wordStatus]; {
	case status == statusAssertion:
		if _, _, checked := insertboundschecks.ClassOf(out.message); checked {
			return diag.Errorf(codeBounds, at, "%s", out.message)
		}
		return diag.Errorf(codeAssert, at, "assertion failed: %s", out.message)
	case status == statusAsyncError:
		return diag.Errorf(codeAsyncError, at, "a task has ended in an error: %s", out.message)
	case status == statusNotAwaited:
		return diag.Errorf(codeAsyncError, at,
			"a task that the program does not await has ended in an error: %s", out.message)
	case status == statusDeviceFault:
		return diag.Errorf(codeDevice, p.span, "%s", out.message)
	case status == statusStalled:
		return p.stalled(out.message)
	case status == statusLeftWaiting:
		return diag.Errorf(codeStuckWait, p.span, "%s", out.message)
	case status == statusMisused:
		return diag.Errorf(codeMisuse, at, "%s", out.message)
	case status == statusOutOfMemory:
		return diag.Errorf(codeMemory, p.span, "'@%s' has used up its memory: %s", p.entry.Name, out.message)
	case status == statusStackOverflow:
		return diag.Errorf(codeStack, p.span, "'@%s' has used up its stack", p.entry.Name)
	case status == statusCrashed:
		number := syscall.Signal(out.words[wordSignal])
		return p.crash(number, crashText(number, out.words[wordAddress]), said, o)
	case ctx.Err() != nil:
		return interrupt.Error(ctx)
	case limited.Err() != nil:
		return diag.Errorf(codeTime, p.span, "'@%s' has not ended within %v", p.entry.Name, o.Time).
			Suggest("raise the limit if the program needs more")
	}
	if s, ok := state.Sys().(syscall.WaitStatus); ok && s.Signaled() {
		return p.crash(s.Signal(), s.Signal().String(), said, o)
	}
	d := diag.Errorf(codeHelper, p.span, "the process of '@%s' has ended with status %d", p.entry.Name,
		state.ExitCode())
	return withOutput(d, p.span, said)
}

// placeOf returns the place of a failure.
func (p *Program) placeOf(out outcome) diag.Span {
	at := diag.Place{Filename: out.file, Line: int(out.words[wordLine]), Col: int(out.words[wordColumn])}
	if span, ok := p.assertions[at]; ok {
		return span
	}
	return p.span
}

// crash returns the error about a program that a signal has ended.
func (p *Program) crash(number syscall.Signal, what, said string, o config.Run) error {
	if number == syscall.SIGABRT && o.Memory > 0 && strings.Contains(said, syscall.ENOMEM.Error()) {
		return diag.Errorf(codeMemory, p.span, "'@%s' has used up its memory", p.entry.Name)
	}
	d := diag.Errorf(codeCrash, p.span, "'@%s' crashed: %s", p.entry.Name, what).
		Suggest("run it with --bounds-checks or with --engine sim, which check every access")
	return withOutput(d, p.span, said)
}

func crashText(number syscall.Signal, address int64) string {
	switch number {
	case syscall.SIGSEGV, syscall.SIGBUS:
		return fmt.Sprintf("it accessed memory that is not there, at address %#x", uint64(address))
	case syscall.SIGFPE:
		return "it divided an integer by zero, or the smallest one by -1"
	case syscall.SIGILL:
		return "it reached code that must not be reached"
	}
	return number.String()
}

func withOutput(d *diag.Diagnostic, at diag.Span, said string) error {
	if said != "" {
		d.Note(at, "it said: %s", said)
	}
	return d
}

func (p *Program) helperError(err error) error {
	return diag.Errorf(codeHelper, p.span, "'%s' cannot be run: %v", p.executable.key, err).Because(err)
}
