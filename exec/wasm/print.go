package wasm

import (
	"strconv"
	"time"

	"github.com/tetratelabs/wazero/api"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/printed"
)

// printFunctions are the functions of the host by which programs print, get the time, and take random
// numbers. The text that an instance prints is written line by line, and before the instance lets others
// continue that come after it.
var printFunctions = map[string]function{
	"print_number": hosted(printNumber, []api.ValueType{i64, i32}),
	"print_char":   hosted(printChar, []api.ValueType{i32}),
	"print_hex":    hosted(printHex, []api.ValueType{i64}),
	"print_notes":  hosted(printNotes, []api.ValueType{i32}),
	"print_flops":  hosted(printFlops, []api.ValueType{api.ValueTypeF64}),
	"clock":        hosted(clock, nil, api.ValueTypeF64),
	"random_make": hosted(randomly(func(g *printed.Generators, stack []uint64) (err error) {
		stack[0], err = g.Make(stack[0])
		return err
	}), []api.ValueType{i64}, i64),
	"random_draw": hosted(randomly(func(g *printed.Generators, stack []uint64) (err error) {
		stack[0], err = g.Draw(stack[0], stack[1])
		return err
	}), []api.ValueType{i64, i64}, i64),
	"random_drop": hosted(
		randomly(func(g *printed.Generators, stack []uint64) error { return g.Drop(stack[0]) }),
		[]api.ValueType{i64}),
}

var codeRandom = diag.Register("wasm-random", "a generator of random numbers is used that there is not",
	"rtsrand makes a generator, whose numbers rtrand returns until rtdrand removes it. A program may have "+
		"4096 at once.")

// randomly returns a function of the host about the random number generators of a run. An error ends the
// program.
func randomly(of func(g *printed.Generators, stack []uint64) error) func(i *instance, stack []uint64) {
	return func(i *instance, stack []uint64) {
		if err := of(&i.of.random, stack); err != nil {
			i.verdict = diag.Errorf(codeRandom, i.of.span, "%v", err)
			panic(stopped{})
		}
	}
}

// print prints to the output, or adds to the note that is being printed.
func (i *instance) print(write func(dst []byte) []byte) {
	if i.noting {
		i.notes = write(i.notes)
		return
	}
	i.line.Print(write)
}

// printNotes begins a note, which takes the text printed from then on, or ends it.
func printNotes(i *instance, stack []uint64) {
	if i.noting = uint32(stack[0]) != 0; i.noting {
		i.line.Flush()
		return
	}
	i.of.options.Output.Note(i.notes)
	i.notes = nil
}

func printFlops(i *instance, stack []uint64) {
	i.print(func(dst []byte) []byte { return printed.AppendFlops(dst, api.DecodeF64(stack[0])) })
}

func printNumber(i *instance, stack []uint64) {
	i.print(func(dst []byte) []byte { return printed.Code(uint32(stack[1])).Append(dst, stack[0]) })
}

func printChar(i *instance, stack []uint64) {
	i.print(func(dst []byte) []byte { return append(dst, byte(stack[0])) })
}

func printHex(i *instance, stack []uint64) {
	i.print(func(dst []byte) []byte { return strconv.AppendUint(dst, stack[0], 16) })
}

func clock(_ *instance, stack []uint64) {
	stack[0] = api.EncodeF64(float64(time.Now().UnixMicro()) / 1e6)
}

// flushing returns a function of the host that orders other threads after the instance. It first writes the
// line that the instance is printing.
func flushing(call func(i *instance, stack []uint64)) func(i *instance, stack []uint64) {
	return func(i *instance, stack []uint64) {
		i.line.Flush()
		call(i, stack)
	}
}
