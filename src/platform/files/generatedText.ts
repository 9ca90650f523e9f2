/** Only what stands before the first code counts, and of that not more than this many characters. */
const HEAD_CHARACTERS = 4000;

/** What generators write into their output. Each is tried on one comment line without its comment signs. */
const MARKERS = [
  /(?:^|[\s*])@generated\b/,
  /^code generated\b/i,
  /\b(?:auto-?generated|automatically generated|machine[- ]generated|generated)\b.*\bdo not (?:edit|modify|change)\b/i,
  /\bdo not (?:edit|modify|change)\b.*\b(?:auto-?generated|automatically generated|generated)\b/i,
  /^(?:this )?(?:file|code|module) (?:is |was |has been |is being )?(?:auto-?generated|automatically generated|generated) (?:by|from|with|using)\b/i,
  /^(?:this )?(?:file|code|module) (?:is|was|has been) (?:auto-?generated|automatically generated)\b/i,
  /^(?:auto-?generated|automatically generated) (?:by|from|with|using|file|code)\b/i,
  /^generated from .* by antlr\b/i,
];

/**
 * True when the comments at the head of a source text (before the first line of code) say that a program wrote it.
 * Text further down does not count: generators carry such markers in their templates.
 */
export function isGeneratedText(text: string): boolean {
  const head = text.slice(0, HEAD_CHARACTERS);
  if (!/generated/i.test(head)) return false;
  let inBlock = false;
  for (const line of head.split(/\r\n|\r|\n/)) {
    const trimmed = line.trim();
    if (trimmed === '') continue;
    if (!inBlock && !/^(?:#|\/\/|\/\*|<!--)/.test(trimmed)) {
      // Directives may stand before the notice.
      if (/^(?:'use strict'|"use strict"|'use client'|"use client");?$/.test(trimmed)) continue;
      return false;
    }
    if (trimmed.startsWith('/*')) inBlock = true;
    const words = trimmed.replace(/^(?:#+!?|\/\/+!?|\/\*+!?|\*+(?!\/))\s*/, '').replace(/\s*\*\/$/, '');
    if (MARKERS.some((marker) => marker.test(words))) return true;
    if (inBlock && trimmed.includes('*/')) inBlock = false;
  }
  return false;
}
