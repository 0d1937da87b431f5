/** Removes this character from the end of the text, in one pass. The pattern `/x+$/` would start again at each x. */
export function trimEndOf(text: string, character: string): string {
  let end = text.length
  while (end > 0 && text[end - 1] === character) end--
  return text.slice(0, end)
}
