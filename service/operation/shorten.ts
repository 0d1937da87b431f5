import { hideCredentialsAtStart } from './hide-credentials.ts'

/** Shortens input that a message quotes, and hides passwords in addresses. */
export function shorten(given: string, maxLength = 100): string {
  // Before cutting: without its host, an address is no longer recognised.
  const text = hideCredentialsAtStart(given)
  if (text.length <= maxLength) return text
  // Do not cut a surrogate pair.
  const end = isHighSurrogate(text.charCodeAt(maxLength - 2)) ? maxLength - 2 : maxLength - 1
  return `${text.slice(0, end)}…`
}

const isHighSurrogate = (code: number) => code >= 0xd800 && code <= 0xdbff
