import type { IncomingMessage } from 'node:http'

export interface SentPair {
  consumerKey: string
  consumerSecret: string
}

const names = ['consumer_key', 'consumer_secret']
const taken = Symbol('credentials of the query')

/** Set by takeQueryCredentials. */
interface WithCredentials {
  [taken]?: Map<string, string[]>
}

/**
 * Takes `consumer_key` and `consumer_secret` out of the address, before routes, logs, errors and links can contain them.
 * They are taken also where they are not accepted.
 */
export function takeQueryCredentials(request: IncomingMessage, url: string): string {
  const start = url.indexOf('?')
  if (start < 0) return url
  const found = new Map<string, string[]>()
  const kept = url
    .slice(start + 1)
    .split('&')
    .filter((part) => {
      const equals = part.indexOf('=')
      const name = decode(equals < 0 ? part : part.slice(0, equals)).trim()
      // Also consumer_key[] and the like.
      const secret = names.find((one) => name === one || name.startsWith(`${one}[`))
      if (secret === undefined) return true
      found.set(secret, [...(found.get(secret) ?? []), equals < 0 ? '' : decode(part.slice(equals + 1))])
      return false
    })
  if (found.size === 0) return url
  const clean = url.slice(0, start) + (kept.length === 0 ? '' : `?${kept.join('&')}`)
  // The framework has stored the address as it was sent.
  Object.assign(request, { [taken]: found, originalUrl: clean })
  return clean
}

/** The pair that was in the query; null: none. A part that is missing or sent twice is empty, and no key has it. */
export function readQueryCredentials(request: { raw: IncomingMessage }): SentPair | null {
  // Marked above.
  const { [taken]: found } = request.raw as IncomingMessage & WithCredentials
  if (!found) return null
  const one = (name: string) => {
    const values = found.get(name) ?? []
    return values.length === 1 ? (values[0] ?? '') : ''
  }
  return { consumerKey: one('consumer_key'), consumerSecret: one('consumer_secret') }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
