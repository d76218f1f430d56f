// Covers comments in every place, blank lines, tabs, line breaks inside operations, and no spaces where none are needed.
// A second comment line. Comments end with the line; there are no block comments.
module{// directly after a brace
func.func@tight(%a:i32,%b:i32)->(i32,i32){%0=arith.addi%a,%b:i32
%1=arith.addi %0,%0:i32 return%0,%1:i32,i32}

	// tabs	instead of spaces
	func.func	@tabs(	%a	:	i32	)	{
		return
	}

  func.func
  // between the parts of an operation
  @spread
  (
    %a
    :
    i32, // after a comma
    // on a line of its own
    %b : i32
  )
  ->
  i32
  {
    %sum
    =
    arith.addi // in the middle
    %a
    ,
    %b
    :
    i32
    return %sum : i32 // at the end
  }

  //
  ////// many slashes
  // a comment with "quotes", {braces}, %values and // more slashes
  func.func @strings() attributes {doc.s = "// not a comment"} { return } func.func @same_line() { return }
}
// The last line of the file is a comment.
