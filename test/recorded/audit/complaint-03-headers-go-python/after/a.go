/*
 * Copyright 2026 The Example Authors
 *
 * Licensed under the Example Licence, Version 1 (the "Licence");
 * you may not use this file except in compliance with the Licence.
 * Unless required by law, software is distributed "as is", without
 * warranties of any kind, either express or implied.
 */
package text

// Clip cuts a text to the number of runes that is asked for.
// It never cuts inside of a rune, and adds an ellipsis
// when it cut something.
func Clip(text string, limit int) string {
	runes := []rune(text)
	if len(runes) <= limit {
		return text
	}
	return string(runes[:limit-1]) + "…"
}
