"""Tables without a server: the same rooms for one person, in the browser, with the standard library alone."""
