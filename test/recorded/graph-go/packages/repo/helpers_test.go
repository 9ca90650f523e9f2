package main

func onlyInTests() { total(3); main() }
