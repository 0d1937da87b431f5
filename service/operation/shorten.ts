/** Input that a message repeats, cut to a length that a person can read. */
export function shorten(text: string, longest = 100): string {
  if (text.length <= longest) return text
  // Half of a character is not text.
  const end = isHighSurrogate(text.charCodeAt(longest - 2)) ? longest - 2 : longest - 1
  return `${text.slice(0, end)}…`
}

const isHighSurrogate = (code: number) => code >= 0xd800 && code <= 0xdbff
