const hidden = '[hidden]'
// Characters that end an address in quotes or JSON; a password can contain blanks.
const betweenEdges = /[^"“”‘’<>\n]+/g
const longestRead = 4_000

/**
 * Removes user names, passwords and queries from addresses in a text (`https://user:password@host/?token=…`). Used for
 * audit lines, error messages and log lines. Takes linear time.
 */
export function hideCredentials(text: string): string {
  if (!text.includes('@') && !text.includes('?')) return text
  // Escaped quotes belong to the value.
  return text.replaceAll('\\"', '\0').replace(betweenEdges, hideInPart).replaceAll('\0', '\\"')
}

/** The same for the beginning of a text of any length, for callers that quote a few hundred characters of it. */
export function hideCredentialsAtStart(text: string): string {
  if (text.length <= longestRead) return hideCredentials(text)
  // The "@" after a password may be beyond the end, so one is added.
  return hideCredentials(`${text.slice(0, longestRead)}@`)
}

/** Whether the text is an address with a user name or a password in it. */
export function hasCredentials(text: string): boolean {
  const url = URL.parse(text.trim())
  return url !== null && (url.username !== '' || url.password !== '')
}

/** Hides credentials in every text of a value. */
export function hideCredentialsIn(value: unknown): unknown {
  if (typeof value === 'string') return hideCredentials(value)
  if (Array.isArray(value)) return value.map(hideCredentialsIn)
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value
  return hideCredentialsInFields(value)
}

export function hideCredentialsInFields(fields: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([key, each]) => [key, hideCredentialsIn(each)]))
}

function hideInPart(part: string): string {
  if (!part.includes('@') && !part.includes('?')) return part
  // An address extends to the last word before the next address, because a password can contain blanks.
  const pieces: string[][] = []
  for (const word of part.split(' ')) {
    const last = pieces.at(-1)
    if (last?.[0]?.includes('://') && !word.includes('://')) last.push(word)
    else pieces.push([word])
  }
  return pieces.map((words) => hideInPiece(words.join(' '))).join(' ')
}

function hideInPiece(piece: string): string {
  const scheme = piece.indexOf('://')
  if (scheme < 0) return hideInWord(piece)
  return piece.slice(0, scheme + 3) + hideInAddress(piece.slice(scheme + 3))
}

/** `rest` follows `://`. */
function hideInAddress(rest: string): string {
  const at = rest.lastIndexOf('@')
  const slash = rest.indexOf('/')
  const isUserInfo = at >= 0 && (slash < 0 || at < slash || rest.slice(0, at).includes(':'))
  const address = isUserInfo ? `${hidden}@${rest.slice(at + 1)}` : rest
  const query = address.indexOf('?')
  if (query < 0) return address
  const blank = address.indexOf(' ', query)
  // A question mark that ends a sentence is not part of an address.
  if (query === address.length - 1 || blank === query + 1) return address
  return `${address.slice(0, query)}?${hidden}${blank < 0 ? '' : address.slice(blank)}`
}

/** `user:password@host`, without a scheme. */
function hideInWord(word: string): string {
  const at = word.lastIndexOf('@')
  return at > 0 && word.slice(0, at).includes(':') ? `${hidden}@${word.slice(at + 1)}` : word
}
