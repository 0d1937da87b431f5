import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Context } from '../../../../operation/context.ts'
import { ServiceError } from '../../../../operation/errors.ts'
import { CookieJar } from '../../../../platform/outbound/cookie-jar.ts'
import { checkHomepage, type SiteRow } from '../../../sites/index.ts'
import { type PageKind, pageKinds } from '../../../update-policies/index.ts'
import { printsNotice, showsError } from './error-page.ts'
import { readNamespaces } from './page-contents.ts'

/** What a page of a site answered. */
export const PageCheck = z.object({
  path: z.string().describe('Empty: the homepage.'),
  http_status: z.int().describe('0: no answer.'),
  fatal_error: z.boolean(),
  blank: z.boolean(),
  bytes: z.int().nullable().describe('Null: only the headers were read.'),
  response_time_ms: z.int(),
  has_key_text: z.boolean().nullable().describe('Null: no key text is set.'),
  // Records from before these checks do not have them.
  kind: z.enum(pageKinds).optional().describe('Missing: the homepage, a page of the policy, or admin-ajax.php.'),
  php_notice: z.boolean().optional().describe('A message of PHP is printed before the page.'),
  namespaces: z.array(z.string()).nullable().optional().describe('Of the REST API; null: the answer is not its index.'),
  signed_in: z.boolean().optional().describe('Of the screen of the administration: it was opened, not a log-in form.'),
  complete: z.boolean().optional().describe('Of the screen of the administration: it was shown to its end.'),
})
export type PageCheck = z.output<typeof PageCheck>

const readBytes = 512 * 1024

export interface PageRequest {
  /** From the root of the site, with a slash at its start; empty: the homepage. */
  path: string
  kind?: PageKind | undefined
  method: 'GET' | 'HEAD'
  keyText: string | null
  headers?: Record<string, string>
  /** Receives the page. */
  inspect?: (page: string) => void
}

const asPhone = {
  headers: {
    'user-agent':
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  },
  // A visitor who was here before; the other pages are read without any cookie.
  cookie: 'flotilla_visitor=1; path=/',
}

/** Past any cache, and always below the address of the site: `/http://other.example` is a path too. */
export function checkedAddress(site: SiteRow, path: string): URL {
  const url = new URL(path === '' ? site.url : `.${path}`, site.url)
  url.searchParams.set('flotilla-check', randomBytes(6).toString('hex'))
  return url
}

/** Reads a page past any cache; null when the host takes no more requests at the moment. */
export async function checkPage(
  context: Pick<Context, 'outbound' | 'secrets' | 'clock'>,
  site: SiteRow,
  { path, kind, method, keyText, headers = {}, inspect }: PageRequest,
): Promise<PageCheck | null> {
  let page = ''
  let bytes: number | null = null
  const reads = (body: Buffer) => {
    page = body.subarray(0, readBytes).toString('utf8')
    bytes = body.length
  }
  const url = checkedAddress(site, path)
  // The whole index of a shop has megabytes.
  if (kind === 'rest') url.searchParams.set('_fields', 'namespaces')
  const phone = kind === 'phone' ? asPhone : undefined
  const cookies = phone && new CookieJar(context.clock)
  cookies?.store(url.href, phone?.cookie)
  try {
    const { http_status, response_time_ms } = await checkHomepage(context, site, {
      method,
      reads,
      url: url.href,
      headers: { 'cache-control': 'no-cache', ...phone?.headers, ...headers },
      ...(cookies && { cookies }),
    })
    const isPage = method === 'GET' && bytes !== null
    if (isPage) inspect?.(page)
    return {
      path,
      ...(kind && { kind }),
      ...(isPage && { php_notice: printsNotice(page) }),
      ...(isPage && kind === 'rest' && { namespaces: readNamespaces(page) }),
      http_status,
      response_time_ms,
      bytes: isPage ? bytes : null,
      fatal_error: isPage && showsError(page),
      blank: isPage && http_status === 200 && page.trim() === '',
      has_key_text: keyText === null || !isPage ? null : page.includes(keyText),
    }
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'svc_site_busy') return null
    throw error
  }
}
