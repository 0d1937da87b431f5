import { asServiceError } from '../../operation/as-service-error.ts'
import type { Context } from '../../operation/context.ts'
import { publicError } from '../../operation/each.ts'
import { ServiceError } from '../../operation/errors.ts'
import type { ChildSite, How } from '../../platform/connector/child-site.ts'
import {
  type NamedSite,
  requireSite,
  type SiteError,
  siteDisconnected,
  siteSuspended,
  withChild,
} from '../sites/index.ts'
import { answerTooLarge, noAnswerInTime } from './content-errors.ts'
import type { Selection } from './site-selection.ts'

const patienceMs = 25_000
/** So many calls are under way at the same time; among more sites the silent ones must not use up everybody's time. */
const usualAtOnce = 50
const shortPatienceMs = 8_000
/** Characters of all answers together: more is no answer that anybody could read, and hostile sites could fill our memory. */
const mostCharacters = 16_000_000

export interface Asked<Row> {
  /** By the address of the site; also those that have nothing. */
  bySite: Record<string, Row[]>
  errors: SiteError[]
  total: number
}

/** Asks all sites at once and answers with what is there in time; no site hides or delays what another said. */
export async function askSites<Row>(
  context: Context,
  { sites, namedAs }: Selection,
  ask: (child: ChildSite, site: NamedSite, how: How) => Promise<Row[]>,
): Promise<Asked<Row>> {
  const { clock, log } = context
  const halt = new AbortController()
  const timeIsUp = Promise.withResolvers<null>()
  const forget = clock.after(patienceMs, () => {
    timeIsUp.resolve(null)
    halt.abort()
  })
  const how = { signal: halt.signal, deadlineMs: sites.length > usualAtOnce ? shortPatienceMs : patienceMs }
  let left = mostCharacters

  const askOne = async (site: NamedSite): Promise<Row[]> => {
    if (site.connection !== 'connected') throw siteDisconnected(site)
    if (site.status === 'suspended') throw siteSuspended(site)
    const row = await requireSite(context, site.id)
    return withChild(context, row, (child) => ask(child, site, how))
  }
  const outcomeOf = async (site: NamedSite): Promise<Row[] | ServiceError> => {
    try {
      const rows = await Promise.race([askOne(site), timeIsUp.promise])
      if (rows === null) return noAnswerInTime(site, patienceMs / 1000)
      const size = JSON.stringify(rows).length
      if (size > left) return answerTooLarge(site)
      left -= size
      return rows
    } catch (thrown) {
      const error = asServiceError(thrown)
      if (!(error instanceof ServiceError)) log.error({ err: error, site_id: site.id }, 'unexpected error with a site')
      if (halt.signal.aborted) return noAnswerInTime(site, patienceMs / 1000)
      const { code, message } = publicError(error)
      return new ServiceError(code, 'child-error', message)
    }
  }

  const outcomes = await Promise.all(sites.map(outcomeOf))
  forget()
  const asked: Asked<Row> = { bySite: {}, errors: [], total: 0 }
  for (const [index, outcome] of outcomes.entries()) {
    const { id, url } = sites[index]!
    if (outcome instanceof ServiceError) {
      const { code, message } = outcome
      asked.errors.push({ identifier: namedAs.get(id) ?? id, site_id: id, site_url: url, code, message })
    } else {
      asked.bySite[url] = outcome
      asked.total += outcome.length
    }
  }
  return asked
}
