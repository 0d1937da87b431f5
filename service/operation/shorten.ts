import { hideCredentials } from './hide-credentials.ts'

/** Input that a message repeats, cut to a length that a person can read and without passwords in addresses. */
export function shorten(given: string, longest = 100): string {
  // Before it is cut: an address without its host would not show what the password is.
  const text = hideCredentials(given)
  if (text.length <= longest) return text
  // Half of a character is not text.
  const end = isHighSurrogate(text.charCodeAt(longest - 2)) ? longest - 2 : longest - 1
  return `${text.slice(0, end)}…`
}

const isHighSurrogate = (code: number) => code >= 0xd800 && code <= 0xdbff
