package main

import (
	"github.com/spf13/cobra"

	"github.com/inflight-compiler/inflight/ptx/judge"
)

// hazardFlags are the flags for what the judge of kernels in PTX takes for wrong.
type hazardFlags struct {
	strict, dependent bool
	constant          []string
}

func (f *hazardFlags) register(c *cobra.Command) {
	c.Flags().BoolVar(&f.strict, "strict", false,
		"PTX: warnings about fences of proxies and about\ndependent kernels are errors")
	c.Flags().BoolVar(&f.dependent, "pdl", false,
		"PTX: the kernel may begin before earlier ones end\n(programmatic dependent launch)")
	c.Flags().StringArrayVar(&f.constant, "const", nil,
		"PTX: no earlier kernel writes where pointer `NAME`\npoints to")
}

// given reports whether one of the flags was used.
func (f *hazardFlags) given() bool { return f.strict || f.dependent || len(f.constant) > 0 }

// options sets what the flags say.
func (f *hazardFlags) options(o *judge.Options) {
	o.Strict, o.Dependent, o.Constant = f.strict, f.dependent, f.constant
}
