import { z } from 'zod'
import type { Context } from '../../../operation/context.ts'
import { ServiceError } from '../../../operation/errors.ts'
import { checkHomepage, type SiteRow } from '../../sites/index.ts'
import type { Health } from './update-outcome.ts'

/** The answer of the homepage. HEAD never shows `fatal_error` or `blank`. */
export const HomepageCheck = z.object({
  http_status: z.int().describe('0: no answer.'),
  fatal_error: z.boolean(),
  blank: z.boolean(),
})
export type HomepageCheck = z.output<typeof HomepageCheck>

const errorPatterns = [
  /There has been a critical error on (this|your) website/i,
  /<b>(Fatal|Parse) error<\/b>:/i,
  // Skips blanks of its own line only: `\s*` would start again on every empty line of a page.
  /^[ \t]*(PHP )?(Fatal|Parse) error:/im,
  /Error establishing a database connection/i,
  /<body id="error-page"/i,
]
const showsError = (page: string) => errorPatterns.some((pattern) => pattern.test(page))
const readBytes = 512 * 1024
const maxAttempts = 4
const pauseMs = 5_000

/** Null when the check is off, or the host takes no more requests at the moment. */
export async function checkHomepageIfEnabled(context: Context, site: SiteRow): Promise<HomepageCheck | null> {
  const { check_http_response, check_http_response_method } = context.settings.get('general')
  if (!check_http_response) return null
  const method = check_http_response_method === 'get' ? 'GET' : 'HEAD'
  let page = ''
  const reads = (body: Buffer) => {
    page = body.subarray(0, readBytes).toString('utf8')
  }
  try {
    const { http_status } = await checkHomepage(context, site, { method, reads })
    const hasPage = method === 'GET'
    return {
      http_status,
      fatal_error: hasPage && showsError(page),
      blank: hasPage && http_status === 200 && page.trim() === '',
    }
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'svc_site_busy') return null
    throw error
  }
}

/** A site may be in maintenance for a moment after updates: 503 is checked again before it counts. */
export async function checkHomepageAfterUpdates(context: Context, site: SiteRow): Promise<HomepageCheck | null> {
  for (let attempt = 1; ; attempt++) {
    const check = await checkHomepageIfEnabled(context, site)
    if (check?.http_status !== 503 || attempt === maxAttempts) return check
    await new Promise<void>((resolve) => void context.clock.after(pauseMs, resolve))
  }
}

/** Down: no answer, a server error or an error page. Degraded: it answers, but worse than it should or did before. */
export function compareHomepages(before: HomepageCheck | null, after: HomepageCheck | null): Health | null {
  if (!after) return null
  if (after.http_status === 0 || after.http_status >= 500 || after.fatal_error) return 'down'
  if (after.http_status >= 400 || after.blank) return 'degraded'
  return before && before.http_status < 300 && after.http_status >= 300 && before.http_status !== 0 ? 'degraded' : 'ok'
}
