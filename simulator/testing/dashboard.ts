import { constants, createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { Agent, type IncomingHttpHeaders, request } from 'node:http'

/** A small dashboard for the simulator's own tests: signs, posts and returns the reply. */
export interface KeyPair {
  readonly publicKey: string
  readonly privateKey: KeyObject
}

const pairs: KeyPair[] = []

/** Key pairs are slow to generate; tests share a few. */
export function keyPair(number = 0): KeyPair {
  while (pairs.length <= number) {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    })
    pairs.push({ publicKey, privateKey: createPrivateKey(privateKey) })
  }
  return pairs[number]!
}

export type Values = { readonly [name: string]: string | number | Values | readonly (string | number)[] }

// biome-ignore lint/suspicious/noExplicitAny: tests read replies of any shape
export type Loose = any

export interface Reply {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly cookies: readonly string[]
  readonly body: string
  /** The content of the marker; undefined without one. */
  readonly payload: Loose
}

export function encode(values: Values, prefix = ''): string {
  return Object.entries(values)
    .flatMap(([name, value]) => {
      const full = prefix === '' ? name : `${prefix}[${name}]`
      if (typeof value === 'object') return [encode(value as Values, full)]
      return [`${encodeURIComponent(full)}=${encodeURIComponent(String(value))}`]
    })
    .filter(Boolean)
    .join('&')
}

const hashes: Record<number, string> = { 1: 'sha1', 6: 'sha224', 7: 'sha256', 8: 'sha384', 9: 'sha512' }

export const signature = (message: string, { privateKey }: KeyPair, algorithm = 7): string =>
  sign(hashes[algorithm]!, Buffer.from(message), privateKey).toString('base64')

/** With `verifylib`: PSS with a salt of 32 bytes unless given. */
export const pssSignature = (message: string, { privateKey }: KeyPair, saltLength = 32): string =>
  sign('sha256', Buffer.from(message), {
    key: privateKey,
    padding: constants.RSA_PKCS1_PSS_PADDING,
    saltLength,
  }).toString('base64')

const agent = new Agent({ keepAlive: false })

export interface Posting {
  readonly path?: string
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly cookie?: string
}

export function send(url: string, body: string, { path = '', method = 'POST', headers = {}, cookie }: Posting = {}) {
  return new Promise<Reply>((resolve, reject) => {
    const sent = {
      ...(method === 'POST' && { 'Content-Type': 'application/x-www-form-urlencoded' }),
      ...(cookie !== undefined && { Cookie: cookie }),
      ...headers,
    }
    const outgoing = request(new URL(path, url), { method, agent, headers: sent }, (incoming) => {
      const pieces: Buffer[] = []
      incoming.on('data', (piece: Buffer) => pieces.push(piece))
      incoming.on('error', reject)
      incoming.on('aborted', () => reject(new Error('aborted')))
      incoming.on('end', () => {
        const text = Buffer.concat(pieces).toString('utf8')
        resolve({
          status: incoming.statusCode ?? 0,
          headers: incoming.headers,
          cookies: incoming.headers['set-cookie'] ?? [],
          body: text,
          payload: payloadOf(text),
        })
      })
    })
    outgoing.on('error', reject)
    outgoing.end(method === 'POST' ? body : undefined)
  })
}

function payloadOf(body: string): unknown {
  const inside = /<mainwp>(.*?)<\/mainwp>/s.exec(body)?.[1]
  if (inside === undefined) return undefined
  try {
    return JSON.parse(Buffer.from(inside, 'base64').toString('utf8'))
  } catch {
    return undefined
  }
}

const endpoint = 'wp-admin/admin-ajax.php'
let nonces = 0

export interface Signing {
  readonly algorithm?: number
  readonly posting?: Posting
}

/** Posts without a signature. */
export const post = (url: string, values: Values, posting: Posting = {}): Promise<Reply> =>
  send(url, encode(values), { path: endpoint, ...posting })

/** A signed call as our dashboard makes it. */
export function call(
  url: string,
  name: string,
  values: Values,
  key = keyPair(),
  { algorithm = 7, posting }: Signing = {},
) {
  const nonce = `n${nonces++}`
  const signed = {
    function: name,
    nonce,
    sign_algo: algorithm,
    mainwpsignature: signature(name + nonce, key, algorithm),
  }
  return post(url, { user: 'admin', mainwpver: '6.1.2', ...values, ...signed }, posting)
}

/** Every byte as %xx, as the child expects it. */
export const passwordField = (password: string): string =>
  [...Buffer.from(password)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')

export const server = 'https://fleet.example/wp-admin/'

export function register(url: string, values: Values = {}, key = keyPair()): Promise<Reply> {
  return post(url, {
    function: 'register',
    user: 'admin',
    pubkey: key.publicKey,
    server,
    mainwpver: '6.1.2',
    ...values,
  })
}

/** A selection with only the named parts of a sync. */
export const only = (...parts: string[]): string =>
  JSON.stringify(Object.fromEntries(syncParts.map((part) => [part, parts.includes(part) ? 1 : 0])))

export const syncParts = (
  'wp_updates plugin_updates theme_updates translation_updates recent_comments recent_posts recent_pages securityStats directories ' +
  'categories totalsize dbsize plugins themes users plugins_outdate_info themes_outdate_info health_site_status ' +
  'child_site_actions_data othersData primaryLasttimeBackup last_post_gmt password_policy_options'
).split(' ')
