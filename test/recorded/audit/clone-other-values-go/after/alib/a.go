package alib

var Clean = mk(1)
