package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/inflight-compiler/inflight"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/frontend/hlo/tomlir"
	"github.com/inflight-compiler/inflight/language"
)

// target is the language that translate prints: a language for programs, LLVM IR, a BEF file, Python on
// asyncio, or HLO. It is the value of the flag --to.
type target struct {
	language language.Language
	other    string // llvmTarget, befTarget, asyncioTarget or hloTarget, "" for a language for programs
}

const (
	llvmTarget    = "llvmir"
	asyncioTarget = "asyncio"
	hloTarget     = "hlo"
)

func (t *target) String() string {
	if t.other != "" {
		return t.other
	}
	return t.language.String()
}

func (t *target) Set(name string) error {
	switch name {
	case llvmTarget, befTarget, asyncioTarget, hloTarget:
		t.other = name
		return nil
	}
	if err := t.language.Set(name); err != nil {
		return fmt.Errorf("%w, %s, %s, %s or %s", err, llvmTarget, befTarget, asyncioTarget, hloTarget)
	}
	t.other = ""
	return nil
}

func (*target) Type() string { return "language" }

func (a *app) translateCommand() *cobra.Command {
	var to target
	var output string
	c := &cobra.Command{
		Use:   "translate FILE",
		Short: "Print a program in the other language: TVMScript as MLIR, MLIR as TVMScript or LLVM IR",
		Long: `Translate reads a program in TVMScript or MLIR and prints it in the other
language, or in the one that --to names: from a language into itself is a
formatter. Nothing is pipelined. Not every program is expressible as
TVMScript; what is not is an error. LLVM IR is for modules of the llvm dialect,
as mlir-translate prints them; 'inflight build --emit llvm' lowers others. A
program of TFRT is written as a BEF file, and a BEF file printed as a program.
Python is for tasks of the dialect async: what it prints runs them on asyncio.
HLO is for calls and asynchronous regions around calls, which become starts and
dones; a module of HLO is printed as such a program in MLIR.`,
		Example: "  inflight translate examples/tvm/softmax.py\n" +
			"  inflight translate --to=tvmscript examples/gemm/small.mlir\n" +
			"  inflight translate --to=bef exec/tfrt/testdata/squares.mlir -o /tmp/squares.bef\n" +
			"  inflight translate --to=asyncio examples/async/lazy.mlir\n" +
			"  inflight translate --to=hlo target/hlo/testdata/starts.mlir\n" +
			"  inflight translate examples/hlo/layer.txt",
		Args: oneFile,
		RunE: func(c *cobra.Command, args []string) error {
			return a.translate(c.Context(), args[0], to, output)
		},
	}
	c.Flags().Var(&to, "to",
		"`lang`uage to print: mlir, tvmscript, llvmir, bef,\nasyncio, hlo (default: the other one; mlir\nof "+
			"HLO and of a BEF file)")
	completeLanguage(c, "to", llvmTarget, befTarget, asyncioTarget, hloTarget)
	c.Flags().StringVarP(&output, "output", "o", "-", "`file` to write if nothing fails")
	a.inputFormat(c)
	return c
}

func (a *app) translate(ctx context.Context, file string, to target, output string) error {
	if output != "-" {
		if err := checkFolder(output); err != nil {
			return err
		}
	}
	m, err := a.readOrConvert(ctx, file, &to)
	if err != nil {
		return err
	}
	var text []byte
	switch {
	case to.other == befTarget:
		return a.translateBEF(ctx, m, output)
	case to.language == language.Unknown && isTFRT(m):
		text, err = m.TextContext(ctx, language.MLIR)
	case to.other == llvmTarget:
		text, err = m.LLVMText()
	case to.other == hloTarget:
		text, err = m.HLO(ctx)
	case to.other == asyncioTarget:
		text, err = m.Asyncio()
	case to.language == language.Unknown:
		text, err = m.TextContext(ctx, m.Language().Other())
	default:
		text, err = m.TextContext(ctx, to.language)
	}
	if err != nil {
		return err
	}
	return a.writeText(ctx, output, text)
}

// readOrConvert reads a program. A module of HLO is written as MLIR first, which is what is printed of it if
// to names no language.
func (a *app) readOrConvert(ctx context.Context, name string, to *target) (*inflight.Module, error) {
	if namesPTX(name) {
		return nil, onlyJudged(name)
	}
	file, err := a.open(name)
	if err != nil {
		return nil, err
	}
	if !isHLO(a.format, file) {
		return a.parse(ctx, file, false)
	}
	m, err := a.readHLO(ctx, file)
	if err != nil {
		return nil, err
	}
	text, err := tomlir.Write(m)
	if err != nil {
		return nil, err
	}
	if to.language == language.Unknown && to.other == "" {
		to.language = language.MLIR
	}
	return inflight.ParseContext(ctx, language.MLIR, diag.NewFile(file.Name, text))
}
