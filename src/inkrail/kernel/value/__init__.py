"""Values of boards: the features of each part, the guide that steers a search, and the judge of its ends."""
