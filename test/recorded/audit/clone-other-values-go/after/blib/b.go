package blib

var Clean = mk(2)
