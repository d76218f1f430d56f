package opt_test

import (
	"os"
	"testing"

	"github.com/spf13/pflag"

	"github.com/inflight-compiler/inflight/diag"
	dialects "github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/opt"
	_ "github.com/inflight-compiler/inflight/transform/all"
)

func TestMain(m *testing.M) {
	if os.Getenv("OPTCMD") == "" {
		os.Exit(m.Run())
	}
	cfg := opt.Config{NewContext: dialects.NewContext}
	fs := pflag.NewFlagSet("opt", pflag.ExitOnError)
	opt.Flags(fs, &cfg)
	fs.Parse(os.Args[1:])
	name := fs.Arg(0)
	b, err := os.ReadFile(name)
	if err != nil {
		panic(err)
	}
	os.Exit(opt.Run(cfg, diag.NewFile(name, b), os.Stdout, os.Stderr))
}
