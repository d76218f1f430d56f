package assignment

import "github.com/inflight-compiler/inflight/diag"

var (
	codeSyntax = diag.Register("hlo-buffers-syntax", "the text is no buffer assignment of XLA",
		"A buffer assignment is the file that ends in -buffer-assignment.txt beside a dump of XLA, as "+
			"--xla_dump_to=FOLDER --xla_dump_hlo_as_text writes it. The message says what was expected.")
	codeRange = diag.Register("hlo-buffers-range", "a buffer assignment contradicts itself",
		"A value lies within its allocation, and has one place only. An assignment that says otherwise was "+
			"changed, or cut off: dump the module again.")
)
