package main

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/inflight-compiler/inflight/language"
)

func (a *app) translateCommand() *cobra.Command {
	var to language.Language
	var output string
	c := &cobra.Command{
		Use:   "translate FILE",
		Short: "Print a program in the other language: TVMScript as MLIR, MLIR as TVMScript",
		Long: `Translate reads a program in TVMScript or MLIR and prints it in the other
language, or in the one that --to names: from a language into itself is a
formatter. Nothing is pipelined. Not every program is expressible as
TVMScript; what is not is an error.`,
		Example: "  inflight translate examples/tvm/softmax.py\n" +
			"  inflight translate --to=tvmscript examples/gemm/gemm.mlir",
		Args: oneFile,
		RunE: func(_ *cobra.Command, args []string) error { return a.translate(args[0], to, output) },
	}
	c.Flags().Var(&to, "to", "`lang`uage to print, mlir or tvmscript (default:\nthe other one)")
	completeLanguage(c, "to")
	c.Flags().StringVarP(&output, "output", "o", "-", "`file` to write if nothing fails")
	a.inputFormat(c)
	return c
}

func (a *app) translate(file string, to language.Language, output string) error {
	if output != "-" {
		if err := checkFolder(output); err != nil {
			return err
		}
	}
	m, err := a.read(file)
	if err != nil {
		return err
	}
	if to == language.Unknown {
		to = m.Language().Other()
	}
	text, err := m.Text(to)
	if err != nil {
		return err
	}
	if output == "-" {
		_, err = a.out.Write(text)
		return err
	}
	var out outFiles
	defer out.discard()
	if err := out.add(output, func(w io.Writer) error { _, err := w.Write(text); return err }); err != nil {
		return err
	}
	return out.commit()
}
