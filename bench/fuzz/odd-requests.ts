import { gzipSync } from 'node:zlib'
import type { Random } from '../../simulator/random.ts'
import { hostileText } from './hostile-values.ts'

/** Requests that are wrong before their fields are read. */

const headerNames = [
  'authorization',
  'cookie',
  'content-type',
  'accept',
  'accept-encoding',
  'accept-language',
  'if-none-match',
  'x-csrf-token',
  'idempotency-key',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'forwarded',
  'origin',
  'referer',
  'x-request-id',
  'content-encoding',
  'expect',
  'range',
  'x-http-method-override',
  'user-agent',
  'if-modified-since',
  'x-unknown',
  'upgrade',
  'connection',
  'te',
  'via',
  'date',
  'last-event-id',
]
const headerStarts: Record<string, string[]> = {
  authorization: ['Bearer ', 'Bearer', 'Basic ', 'Digest ', 'bearer\t', ''],
  cookie: ['flotilla_session=', 'a=', 'flotilla_session=a; flotilla_session=', ''],
  'content-type': ['application/json;', 'application/json; charset=', 'multipart/form-data; boundary=', 'text/', ''],
  accept: ['text/html,', 'application/json;q=', '*/*;', ''],
  'accept-encoding': ['gzip,', 'br;q=', ''],
  'if-none-match': ['W/"', '"', ''],
  'x-forwarded-for': ['127.0.0.1, ', '::1,', ''],
}

/** Header values are Latin-1 on the wire; a line break would begin another header. */
const headerText = (text: string) => Buffer.from(text.replace(/[\r\n\0]/g, ' '), 'utf8').toString('latin1')

export function hostileHeaders(random: Random, size: number) {
  const name = random.pick(headerNames)
  const { kind, value } = hostileText(random, size)
  const start = random.pick(headerStarts[name] ?? [''])
  const headers: [string, string][] = [[name, headerText(start + String(value))]]
  if (random.chance(0.1)) headers.push(headers[0]!)
  if (random.chance(0.1)) for (let count = 0; count < 90; count++) headers.push([`x-${count}`, 'a'])
  return { headers, kind, field: `header ${name}` }
}

const contentTypes = [
  'application/json; charset=utf-16',
  'application/json; charset=utf-7',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=a',
  'application/xml',
  'application/JSON',
  'application/json;;;',
  'application/vnd.api+json',
  '',
  'text/csv',
  'application/octet-stream',
  ';',
]

/** The same body under another type or encoding, or with broken bytes in it. */
export function hostileEncoding(random: Random, json: string): { headers: [string, string][]; body: Buffer } {
  const plain: [string, string] = ['content-type', 'application/json']
  const ways: (() => { headers: [string, string][]; body: Buffer })[] = [
    () => ({ headers: [['content-type', random.pick(contentTypes)]], body: Buffer.from(json) }),
    () => ({
      headers: [plain, ['content-encoding', random.pick(['gzip', 'br', 'deflate', 'x', 'gzip, gzip'])]],
      body: gzipSync(json),
    }),
    () => ({
      headers: [plain],
      body: Buffer.concat([Buffer.from([0xff, 0xfe, 0xc3, 0x28]), Buffer.from(json), Buffer.from([0xed, 0xa0, 0x80])]),
    }),
    () => ({ headers: [plain], body: Buffer.from(json, 'utf16le') }),
    () => ({ headers: [plain], body: Buffer.from(`\ufeff${json}`) }),
    () => ({ headers: [plain], body: Buffer.from(json.slice(0, -1)) }),
    () => ({ headers: [plain], body: Buffer.from(json + json) }),
    () => ({
      headers: [plain],
      body: Buffer.from(random.pick(['', 'null', '1', '"a"', '[]', 'undefined', '{', '{"a"', '\u0000', '{"input":'])),
    }),
    () => ({
      headers: [['content-type', 'application/x-www-form-urlencoded']],
      body: Buffer.from(`a[b][c]=1&${'a[]=1&'.repeat(500)}=&&%ff=%`),
    }),
  ]
  return random.pick(ways)()
}

const methods = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'CONNECT',
  'PROPFIND',
  'M-SEARCH',
  'QUERY',
  'get',
  'G ET',
  'X',
  'GE\u00e9T',
]
export const oddMethod = (random: Random) => random.pick(methods)

const fixedPaths = [
  '/',
  '//',
  '/docs',
  '/openapi.json',
  '/api/v2/openapi.json',
  '/metrics',
  '/healthz',
  '/readyz',
  '/assets/',
  '/assets/../package.json',
  '/api',
  '/api/v1',
  '/api/v2/',
  '/api/v1/abilities',
  '/api/v1/abilities/svc/unknown-v1/run',
  '/api/v2/batch',
  '/wp-json/',
  '/wp-json/wp-abilities/v1',
  '*',
  'http://127.0.0.1/api/v2/sites',
  '/.git/config',
  '/%2e%2e/%2e%2e/etc/passwd',
  '/api/v2/sites/%00',
  '/api/v2/sites/%ff',
  '/api/v2/sites/%',
  '/api/v2/sites/%c0%af',
  '/api/v2/sites/1%2f..%2f2',
  '/api/v2/sites/..',
  '/api/v2//sites',
  '/API/V2/sites',
  '/api/v2/sites;a=b',
  '/api/v2/sites#a',
]

export function oddPath(random: Random, size: number, known: string): { path: string; kind: string } {
  const { kind, value } = hostileText(random, size)
  const text = encodeURI(String(value).toWellFormed()).slice(0, size)
  const ways: (() => { path: string; kind: string })[] = [
    () => ({ path: random.pick(fixedPaths), kind: 'odd address' }),
    () => ({ path: `${known}/${text}`, kind: `address ending in ${kind}` }),
    () => ({ path: `/api/v2/sites/${text}`, kind: `address with ${kind}` }),
    () => ({ path: `/${text}`, kind: `address of ${kind}` }),
    () => ({ path: `${known}?${text}`, kind: `query of ${kind}` }),
    () => ({ path: `${known}?${'a[]=1&'.repeat(size / 6)}`, kind: 'query of many values' }),
    () => ({ path: `${known}?a${'[b]'.repeat(size / 3)}=1`, kind: 'query of deep brackets' }),
    () => ({ path: `${known}?${'[a=1&'.repeat(size / 5)}`, kind: 'query of open brackets' }),
    () => ({ path: known.replaceAll('/', '%2f'), kind: 'encoded slashes' }),
    () => ({
      path: known.replaceAll(/[a-z]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
      kind: 'encoded letters',
    }),
  ]
  return random.pick(ways)()
}
