package flags

import "flag"

func editorFlags(set *flag.FlagSet) {
	set.Int("size", 14, "font size")
	set.Int("tab", 2, "tab width")
	set.Int("ruler", 100, "ruler")
	set.String("theme", "dark", "theme")
}

func terminalFlags(set *flag.FlagSet) {
	set.Int("rows", 24, "rows")
	set.Int("columns", 80, "columns")
	set.Int("scroll", 1000, "scrollback")
	set.String("shell", "bash", "shell")
}
