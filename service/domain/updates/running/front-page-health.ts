import type { Context } from '../../../operation/context.ts'
import { ServiceError } from '../../../operation/errors.ts'
import { checkHomepage, type SiteRow } from '../../sites/index.ts'
import type { Health } from './outcome.ts'

/** What the front page said. */
export interface HomepageCheck {
  /** 0: no answer came. */
  http_status: number
  /** The page shows an error of WordPress or PHP instead of itself; never seen by HEAD. */
  fatal_error: boolean
  /** Nothing at all on it. */
  blank: boolean
}

const wordsOfFailure = [
  /There has been a critical error on (this|your) website/i,
  /<b>(Fatal|Parse) error<\/b>:/i,
  // Only what is before it on its own line is passed over: a page of empty lines would be read from each of them.
  /^[ \t]*(PHP )?(Fatal|Parse) error:/im,
  /Error establishing a database connection/i,
  /<body id="error-page"/i,
]
const showsFailure = (page: string) => wordsOfFailure.some((words) => words.test(page))
const readBytes = 512 * 1024
const looksAtClosedSite = 4
const pauseMs = 5_000

/** Null when nobody wants it looked at, or nobody could look without pestering the host. */
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
    const seesPage = method === 'GET'
    return {
      http_status,
      fatal_error: seesPage && showsFailure(page),
      blank: seesPage && http_status === 200 && page.trim() === '',
    }
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'svc_site_busy') return null
    throw error
  }
}

/** After updates a site may be closed for a moment: it gets a little time before that counts. */
export async function checkAfterUpdates(context: Context, site: SiteRow): Promise<HomepageCheck | null> {
  for (let look = 1; ; look++) {
    const seen = await checkHomepageIfEnabled(context, site)
    if (seen?.http_status !== 503 || look === looksAtClosedSite) return seen
    await new Promise<void>((resolve) => void context.clock.after(pauseMs, resolve))
  }
}

/** Down: no answer, a server error or an error page. Degraded: it answers, but worse than it should or did. */
export function healthOf(before: HomepageCheck | null, after: HomepageCheck | null): Health | null {
  if (!after) return null
  if (after.http_status === 0 || after.http_status >= 500 || after.fatal_error) return 'down'
  if (after.http_status >= 400 || after.blank) return 'degraded'
  return before && before.http_status < 300 && after.http_status >= 300 && before.http_status !== 0 ? 'degraded' : 'ok'
}
