import { acceptedEncodings } from './body-reader.ts'
import type { OutboundRequest } from './request.ts'
import type { Target } from './url-guard.ts'

const ours = new Set([
  'host',
  'content-length',
  'connection',
  'transfer-encoding',
  'keep-alive',
  'upgrade',
  'expect',
  'accept-encoding',
  'cookie',
])
const harmless = new Set(['accept', 'accept-language', 'user-agent'])

/** The headers of one hop. An untrusted hop gets only what a browser sends to anyone. */
export function requestHeaders(
  request: OutboundRequest,
  target: Target,
  trusted: boolean,
  userAgent: string,
): Record<string, string> {
  const headers: Record<string, string> = {
    'user-agent': userAgent,
    accept: '*/*',
    'accept-encoding': acceptedEncodings,
  }
  for (const [given, value] of Object.entries(request.headers ?? {})) {
    const name = given.toLowerCase()
    if (ours.has(name)) throw new TypeError(`The header ${name} is set by the outbound client and may not be given.`)
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name) || !/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) {
      // Without the value, which may be a secret.
      throw new TypeError(`The header ${JSON.stringify(name)} has characters that may not be sent.`)
    }
    if (trusted || harmless.has(name)) headers[name] = value
  }
  if (!trusted) return headers
  if (request.basicAuth) headers.authorization = basic(request.basicAuth)
  const cookie = request.cookies?.header(target.url)
  if (cookie !== undefined) headers.cookie = cookie
  return headers
}

function basic({ username, password }: { username: string; password: string }): string {
  if (username.includes(':')) throw new TypeError('A user name for Basic authentication may not contain a colon.')
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
}
