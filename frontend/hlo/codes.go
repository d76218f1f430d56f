package hlo

import "github.com/inflight-compiler/inflight/diag"

var (
	codeSyntax = diag.Register("hlo-syntax", "the text is not HLO",
		"The text does not follow the grammar of HLO modules as XLA prints them. The message says what "+
			"would "+
			"have been accepted. Text is what XLA writes with --xla_dump_to=FOLDER --xla_dump_hlo_as_text.")
	codeName = diag.Register("hlo-undefined-name", "a name is not defined where it is used",
		"An operand is an instruction of the same computation; a called computation is one of the module. "+
			"Names are written with % or without it.")
	codeTwice = diag.Register("hlo-defined-twice", "a name is defined twice",
		"Instructions of one computation have different names, and so have the computations of a module.")
	codeDepth = diag.Register("hlo-nesting", "shapes, operands or computations are nested too deeply",
		"Inflight reads shapes, operands and computations that are nested 100 levels deep at most. Give "+
			"inner "+
			"instructions names of their own.")
	codeAttribute = diag.Register("hlo-attribute", "the value of an attribute is malformed",
		"Attributes that Inflight reads have the form that XLA prints, such as "+
			"replica_groups={{0,1},{2,3}} or "+
			"[2,4]<=[8], source_target_pairs={{0,1}}, input_output_alias={ {0}: (1, {}, may-alias) }.")
)
