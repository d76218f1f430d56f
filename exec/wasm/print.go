package wasm

import (
	"strconv"
	"time"

	"github.com/tetratelabs/wazero/api"

	"github.com/inflight-compiler/inflight/printed"
)

// printFunctions are the functions of the host by which programs print, and ask for the time. What an
// instance prints gets out line by line, and before it lets others go on that come after it.
var printFunctions = map[string]function{
	"print_number": hosted(printNumber, []api.ValueType{i64, i32}),
	"print_char":   hosted(printChar, []api.ValueType{i32}),
	"print_hex":    hosted(printHex, []api.ValueType{i64}),
	"clock":        hosted(clock, nil, api.ValueTypeF64),
}

func printNumber(i *instance, stack []uint64) {
	i.line.Print(func(dst []byte) []byte { return printed.Code(uint32(stack[1])).Append(dst, stack[0]) })
}

func printChar(i *instance, stack []uint64) {
	i.line.Print(func(dst []byte) []byte { return append(dst, byte(stack[0])) })
}

func printHex(i *instance, stack []uint64) {
	i.line.Print(func(dst []byte) []byte { return strconv.AppendUint(dst, stack[0], 16) })
}

func clock(_ *instance, stack []uint64) {
	stack[0] = api.EncodeF64(float64(time.Now().UnixMicro()) / 1e6)
}

// flushing returns a function of the host that orders what others do after what the instance has done.
func flushing(call func(i *instance, stack []uint64)) func(i *instance, stack []uint64) {
	return func(i *instance, stack []uint64) {
		i.line.Flush()
		call(i, stack)
	}
}
