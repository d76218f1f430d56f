// Package docs holds the documents that the command prints.
package docs

import _ "embed"

// Glossary is the text of glossary.md. Each entry is a paragraph: the word in bold type, sentences of which
// the first tells what the word means, and "See also:" with other words, passes, codes, operations and types.
//
//go:embed glossary.md
var Glossary string
