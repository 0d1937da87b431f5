import type { Context } from '../../operation/context.ts'
import { ServiceError } from '../../operation/errors.ts'
import type { CookieJar } from '../../platform/outbound/cookie-jar.ts'
import { OutboundError } from '../../platform/outbound/errors.ts'
import type { OutboundRequest } from '../../platform/outbound/request.ts'
import { openFrom } from './connection/site-secrets.ts'
import type { HomepageResult } from './site.ts'
import type { SiteRow } from './site-store.ts'

const patientDeadlines = { connect: 10_000, headers: 15_000, idle: 10_000, total: 20_000 }
const unreachable: HomepageResult = { reachable: false, http_status: 0, response_time_ms: 0 }
const tookTooLong = ['headers_timeout', 'total_timeout']

interface PageOptions {
  method?: 'GET' | 'HEAD'
  reads?: (page: Buffer) => void
  /** Another page of the site. */
  url?: string
  headers?: Record<string, string>
  cookies?: CookieJar
  /** For a person who waits for something else. */
  deadlines?: NonNullable<OutboundRequest['deadlines']>
  /** Also while the host is paused after failures. */
  skipQueue?: boolean
}

/** Fetches the front page like a visitor and follows redirects. The site need not be connected. */
export async function checkHomepage(
  { outbound, secrets }: Pick<Context, 'outbound' | 'secrets'>,
  site: SiteRow,
  {
    method = 'GET',
    reads,
    url = site.url,
    headers,
    cookies,
    deadlines = patientDeadlines,
    skipQueue,
  }: PageOptions = {},
): Promise<HomepageResult> {
  const request: OutboundRequest = {
    url,
    ...(headers && { headers }),
    ...(cookies && { cookies }),
    tls: { verify: site.verify_tls },
    deadlines,
    rateLimit: skipQueue ? 'skip' : { maxWaitMs: deadlines.total ?? patientDeadlines.total },
    ...(site.http_user && {
      basicAuth: { username: site.http_user, password: openFrom(secrets, site, 'http_pass') ?? '' },
    }),
  }
  const page = await fetchPage({ ...request, method, redirects: { follow: 5, within: 'anywhere' } })
  if (!(page instanceof OutboundError)) return page
  if (!page.mayHaveArrived || tookTooLong.includes(page.code)) return unreachable
  // The server may respond with a page that is too large or a refused redirect: its own headers are enough then.
  const answered = await fetchPage({ ...request, method: 'HEAD' })
  return answered instanceof OutboundError ? unreachable : answered

  async function fetchPage(attempt: OutboundRequest): Promise<HomepageResult | OutboundError> {
    try {
      const { status, timings, body } = await outbound.request(attempt)
      // The answer to HEAD has no page, which is not an empty page.
      if (attempt.method === 'GET') reads?.(body)
      return { reachable: true, http_status: status, response_time_ms: Math.round(timings.totalMs) }
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error
      // Nothing was sent, so the site is not known to be down.
      if (error.code === 'host_paused') throw new ServiceError('svc_site_busy', 'unavailable', error.message)
      return error
    }
  }
}
