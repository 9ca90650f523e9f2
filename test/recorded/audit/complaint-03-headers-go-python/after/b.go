/*
 * Copyright 2026 The Example Authors
 *
 * Licensed under the Example Licence, Version 1 (the "Licence");
 * you may not use this file except in compliance with the Licence.
 * Unless required by law, software is distributed "as is", without
 * warranties of any kind, either express or implied.
 */
package text

// Words counts the words of a text.
// It never cuts inside of a rune, and adds an ellipsis
// when it cut something.
func Words(text string) int {
	count := 0
	inside := false
	for _, r := range text {
		if r == ' ' {
			inside = false
		} else if !inside {
			inside = true
			count++
		}
	}
	return count
}

func shortTitle(title string, most int) string {
	letters := []rune(title)
	if len(letters) <= most {
		return title
	}
	return string(letters[:most-1]) + "…"
}
