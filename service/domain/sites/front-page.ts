import type { Context } from '../../operation/context.ts'
import { ServiceError } from '../../operation/errors.ts'
import { OutboundError } from '../../platform/outbound/errors.ts'
import type { OutboundRequest } from '../../platform/outbound/request.ts'
import { openFrom } from './site-secrets.ts'
import type { SiteRow } from './site-store.ts'

/** What a look at a site's front page saw. */
export interface Look {
  /** An HTTP answer arrived, whatever it said; the status says what. */
  reachable: boolean
  /** 0: none arrived. */
  http_status: number
  response_time_ms: number
}

const deadlines = { connect: 10_000, headers: 15_000, idle: 10_000, total: 20_000 }
const unreachable: Look = { reachable: false, http_status: 0, response_time_ms: 0 }
const tookTooLong = ['headers_timeout', 'total_timeout']

/** Fetches the front page as a visitor would; redirects are followed. Needs no connection to the site. */
export async function checkHomepage(
  { outbound, secrets }: Pick<Context, 'outbound' | 'secrets'>,
  site: SiteRow,
  { method = 'GET', reads }: { method?: 'GET' | 'HEAD'; reads?: (page: Buffer) => void } = {},
): Promise<Look> {
  const request: OutboundRequest = {
    url: site.url,
    tls: { verify: site.verify_tls },
    deadlines,
    turn: { patienceMs: deadlines.total },
    ...(site.http_user && {
      basicAuth: { username: site.http_user, password: openFrom(secrets, site, 'http_pass') ?? '' },
    }),
  }
  const page = await look({ ...request, method, redirects: { follow: 5, within: 'anywhere' } })
  if (!(page instanceof OutboundError)) return page
  if (!page.mayHaveArrived || tookTooLong.includes(page.code)) return unreachable
  // Perhaps something answers, but its page is too much for us or leads astray: then its own headers tell enough.
  const headers = await look({ ...request, method: 'HEAD' })
  return headers instanceof OutboundError ? unreachable : headers

  async function look(wanted: OutboundRequest): Promise<Look | OutboundError> {
    try {
      const { status, timings, body } = await outbound.request(wanted)
      reads?.(body)
      return { reachable: true, http_status: status, response_time_ms: Math.round(timings.totalMs) }
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error
      // Not a word about the site: we did not even try.
      if (error.code === 'host_paused') throw new ServiceError('svc_site_busy', 'unavailable', error.message)
      return error
    }
  }
}
