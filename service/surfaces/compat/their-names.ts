import type { IncomingMessage } from 'node:http'
import { ownValue } from '../../operation/own-value.ts'
import { takeQueryCredentials } from './query-credentials.ts'

/**
 * Clients of the established product use other bases and other names. Only this file knows them:
 * it renames requests and answers at the edge.
 */
/** Part of every name of the established product. */
export const theirName = 'mainwp'
const theirRoot = '/wp-json/'
const bases: [theirs: string, ours: string][] = [
  [`${theirRoot}wp-abilities/v1`, '/api/v1'],
  [`${theirRoot}mainwp/v2`, '/api/v2'],
]

/** Answered with 410: its keys and shapes are those of old releases. */
export const retiredBase = `${theirRoot}mainwp/v1`
export const namespaces = bases.map(([theirs]) => theirs.slice(theirRoot.length))

const compat = Symbol('compat')

interface Marked {
  [compat]?: 'rest' | 'abilities'
}

/** Sent to an address of the established product. */
export const isAliased = (request: { raw: IncomingMessage }): boolean => compat in request.raw

/** Sent to its REST base, which has its shapes and accepts its credentials. */
export function isTheirRest(request: { raw: IncomingMessage }): boolean {
  // Marked below.
  const { [compat]: base } = request.raw as IncomingMessage & Marked
  return base === 'rest'
}

const isBelow = (url: string, base: string) => url === base || url.startsWith(`${base}/`) || url.startsWith(`${base}?`)

/** For Fastify's `rewriteUrl`: replaces a compat address by ours and marks the request as a compat request. */
export function rewriteCompatPath(request: IncomingMessage): string {
  const sent = request.url ?? '/'
  if (!sent.startsWith(theirRoot)) return sent
  const url = takeQueryCredentials(request, sent)
  if (isBelow(url, retiredBase)) Object.assign(request, { [compat]: 'rest' })
  for (const [theirs, ours] of bases) {
    if (!isBelow(url, theirs)) continue
    Object.assign(request, { [compat]: ours === '/api/v2' ? 'rest' : 'abilities' })
    const [path, query] = splitOnce(url.slice(theirs.length), '?')
    const renamed = path
      .replace(/^\/abilities\/mainwp\//, '/abilities/svc/')
      .replace(/^\/categories\/mainwp-/, '/categories/svc-')
      .replace(/\/non-mainwp-changes(?=\/|$)/, '/non-svc-changes')
    const renamedQuery = query
      ?.replace(/(^|&)category=mainwp-/, '$1category=svc-')
      .replace(/(^|&|%5B|\[)mainwp_/g, '$1svc_')
    return ours + renamed + (renamedQuery === undefined ? '' : `?${renamedQuery}`)
  }
  return url
}

/** Renames fields of requests: `mainwp_…` settings keys and the batch key for site changes. */
export const renameIn = (body: unknown): unknown =>
  renameKeys(body, (key) => (key === 'non-mainwp-changes' ? 'non-svc-changes' : key.replace(/^mainwp_/, 'svc_')))

/** Renames fields, error codes, ability names, categories and links of answers. Types are unchanged. */
export function renameOut(body: unknown): unknown {
  const renamed = renameKeys(body, (key) =>
    key === 'non-svc-changes' ? 'non-mainwp-changes' : key.replace(/^svc_/, 'mainwp_'),
  )
  return renameValues(renamed)
}

const renamedValues: Record<string, (text: string) => string> = {
  code: (text) => text.replace(/^svc_/, 'mainwp_'),
  name: (text) => text.replace(/^svc\/(?=[a-z0-9-]+-v\d+$)/, 'mainwp/'),
  category: (text) => text.replace(/^svc-/, 'mainwp-'),
  slug: (text) => text.replace(/^svc-(?=(sites|clients|tags|updates|batch)$)/, 'mainwp-'),
  href: renameLink,
  status_url: renameLink,
}

function renameLink(url: string): string {
  return url
    .replace(/\/api\/v1(?=\/|$)/, '/wp-json/wp-abilities/v1')
    .replace(/\/api\/v2(?=\/|$)/, '/wp-json/mainwp/v2')
    .replace('/abilities/svc/', '/abilities/mainwp/')
    .replace('/categories/svc-', '/categories/mainwp-')
}

function renameValues(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(renameValues)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => {
      const rename = ownValue(renamedValues, key)
      return [key, rename && typeof entry === 'string' ? rename(entry) : renameValues(entry)]
    }),
  )
}

function renameKeys(value: unknown, rename: (key: string) => string): unknown {
  if (Array.isArray(value)) return value.map((entry) => renameKeys(entry, rename))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [rename(key), renameKeys(entry, rename)]))
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

function splitOnce(text: string, at: string): [string, string | undefined] {
  const index = text.indexOf(at)
  return index < 0 ? [text, undefined] : [text.slice(0, index), text.slice(index + 1)]
}
