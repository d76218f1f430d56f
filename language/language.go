package language

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/interrupt"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
	"github.com/inflight-compiler/inflight/tvmscript"
)

// Language is a language for programs. It is also the value of a flag.
type Language uint8

// The languages. With the zero value, Of determines the language.
const (
	Unknown Language = iota
	MLIR
	TVMScript
)

var names = [...]string{Unknown: "", MLIR: diag.MLIR, TVMScript: diag.TVMScript}

// Extensions are the extensions of file names, without the dot: MLIR's, then TVMScript's.
var Extensions = []string{"mlir", "py"}

// Of returns the language of a file: by the extension of its name, else by the beginning of its text.
func Of(file *diag.File) Language {
	switch strings.ToLower(filepath.Ext(file.Name)) {
	case ".mlir":
		return MLIR
	case ".py":
		return TVMScript
	}
	return detect(file.Content)
}

// Or returns l or, if l is Unknown, the language of the file.
func (l Language) Or(file *diag.File) Language {
	if l == Unknown {
		return Of(file)
	}
	return l
}

// Other returns the language into which translate translates a program in l by default.
func (l Language) Other() Language {
	if l == TVMScript {
		return MLIR
	}
	return TVMScript
}

// String returns the name of the language in flags.
func (l Language) String() string { return names[l] }

// Set implements the value of a flag.
func (l *Language) Set(name string) error {
	for i := MLIR; i <= TVMScript; i++ {
		if names[i] == name {
			*l = i
			return nil
		}
	}
	return fmt.Errorf("expected %s or %s", MLIR, TVMScript)
}

// Type implements the value of a flag.
func (*Language) Type() string { return "language" }

// Parse reads a program. The module is nil or incomplete if there are errors; it is not verified.
func (l Language) Parse(ctx *ir.Context, file *diag.File) (*ir.Op, diag.List) {
	return l.ParseContext(context.Background(), ctx, file)
}

// ParseContext is Parse with a context, which ends it with the error of interrupt.Error.
func (l Language) ParseContext(c context.Context, ctx *ir.Context, file *diag.File) (*ir.Op, diag.List) {
	l = l.Or(file)
	op, diags := l.parse(c, ctx, file)
	if !diags.HasErrors() || c.Err() != nil {
		return op, diags
	}
	if d := foreignError(file); d != nil {
		return nil, diag.List{d}
	}
	if other := mistaken(file.Content, l); other != Unknown {
		diags[0].Suggest(
			"this was read as %s and looks like %s, which --input-format=%s or a name in .%s reads",
			l.title(), other.title(), other, Extensions[other-MLIR])
	}
	return op, diags
}

func (l Language) parse(c context.Context, ctx *ir.Context, file *diag.File) (*ir.Op, diag.List) {
	if l == TVMScript {
		return tvmscript.ParseContext(c, ctx, file)
	}
	return text.Parse(ctx, file, text.Options{Context: c})
}

// title returns what people call the language.
func (l Language) title() string {
	if l == TVMScript {
		return "TVMScript"
	}
	return "MLIR"
}

// Append writes a program. With errors in the list nothing is appended: not every program is expressible as
// TVMScript.
func (l Language) Append(dst []byte, module *ir.Op) ([]byte, diag.List) {
	return l.AppendContext(context.Background(), dst, module)
}

// AppendContext is Append with a context, which ends it with the error of interrupt.Error.
func (l Language) AppendContext(c context.Context, dst []byte, module *ir.Op) ([]byte, diag.List) {
	out, diags, err := l.appendText(c, dst, module)
	if err != nil {
		return dst, diag.FromError(err)
	}
	return out, diags
}

func (l Language) appendText(c context.Context, dst []byte, module *ir.Op) (_ []byte, _ diag.List,
	err error) {
	defer interrupt.Catch(&err)
	if l == TVMScript {
		out, diags := tvmscript.AppendContext(c, dst, module)
		if diags.HasErrors() {
			return dst, diags, nil
		}
		return out, diags, nil
	}
	return append(text.Append(dst, module, text.PrintOptions{Context: c}), '\n'), nil, nil
}
