"""One file for each expansion; only `inkrail.rules.registry` names them."""
