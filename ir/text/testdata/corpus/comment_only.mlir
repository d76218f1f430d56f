// Covers a file with nothing in it but comments: it is an empty module.

  // indented

