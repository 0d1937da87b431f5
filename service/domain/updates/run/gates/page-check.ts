import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Context } from '../../../../operation/context.ts'
import { ServiceError } from '../../../../operation/errors.ts'
import { checkHomepage, type SiteRow } from '../../../sites/index.ts'
import { showsError } from './error-page.ts'

/** What a page of a site answered. */
export const PageCheck = z.object({
  path: z.string().describe('Empty: the homepage.'),
  http_status: z.int().describe('0: no answer.'),
  fatal_error: z.boolean(),
  blank: z.boolean(),
  bytes: z.int().nullable().describe('Null: only the headers were read.'),
  response_time_ms: z.int(),
  has_key_text: z.boolean().nullable().describe('Null: no key text is set.'),
})
export type PageCheck = z.output<typeof PageCheck>

const readBytes = 512 * 1024

export interface PageRequest {
  /** From the root of the site, with a slash at its start; empty: the homepage. */
  path: string
  method: 'GET' | 'HEAD'
  keyText: string | null
  headers?: Record<string, string>
}

/** Reads a page past any cache; null when the host takes no more requests at the moment. */
export async function checkPage(
  context: Pick<Context, 'outbound' | 'secrets'>,
  site: SiteRow,
  { path, method, keyText, headers = {} }: PageRequest,
): Promise<PageCheck | null> {
  let page = ''
  let bytes: number | null = null
  const reads = (body: Buffer) => {
    page = body.subarray(0, readBytes).toString('utf8')
    bytes = body.length
  }
  // Always below the address of the site: `/http://other.example` is a path too.
  const url = new URL(path === '' ? site.url : `.${path}`, site.url)
  url.searchParams.set('flotilla-check', randomBytes(6).toString('hex'))
  try {
    const { http_status, response_time_ms } = await checkHomepage(context, site, {
      method,
      reads,
      url: url.href,
      headers: { 'cache-control': 'no-cache', ...headers },
    })
    const isPage = method === 'GET' && bytes !== null
    return {
      path,
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
