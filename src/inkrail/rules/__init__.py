"""Rulesets: lists of rule modules, of which the base game is one."""
