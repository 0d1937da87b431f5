import { asServiceError } from '../../operation/as-service-error.ts'
import type { Context } from '../../operation/context.ts'
import { publicError } from '../../operation/each.ts'
import { ServiceError } from '../../operation/errors.ts'
import type { ItemResults } from '../../operation/item-results.ts'
import type { ChildSite, How } from '../../platform/connector/child-site.ts'
import { type NamedSite, requireSite, type SiteError, siteDisconnected, withChild } from '../sites/index.ts'
import type { Selection } from './select-sites.ts'
import { answerTooLarge, noAnswerInTime } from './site-call-errors.ts'

const totalMs = 25_000
/** The number of calls that run at the same time. With more sites, each has less time, so that slow sites do not use it up. */
const callsAtOnce = 50
const shortMs = 8_000
/** Characters of all answers together: hostile sites must not fill the memory. */
const maxCharacters = 16_000_000

export interface SiteAnswers<Row> {
  /** By the address of the site; sites without rows included. */
  bySite: Record<string, Row[]>
  errors: SiteError[]
  total: number
}

/** Reads from all sites at once and returns what arrives in time. A failing or slow site does not affect the others. */
export async function readFromSites<Row>(
  context: Context,
  { sites, namedAs }: Selection,
  read: (child: ChildSite, site: NamedSite, how: How) => Promise<Row[]>,
): Promise<SiteAnswers<Row>> {
  const { clock, log } = context
  const abort = new AbortController()
  const timeout = Promise.withResolvers<null>()
  const cancelTimeout = clock.after(totalMs, () => {
    timeout.resolve(null)
    abort.abort()
  })
  const how = { signal: abort.signal, deadlineMs: sites.length > callsAtOnce ? shortMs : totalMs }
  let charactersLeft = maxCharacters

  const readOne = async (site: NamedSite): Promise<Row[]> => {
    if (site.connection !== 'connected') throw siteDisconnected(site)
    const row = await requireSite(context, site.id)
    return withChild(context, row, (child) => read(child, site, how))
  }
  const outcomeOf = async (site: NamedSite): Promise<Row[] | ServiceError> => {
    try {
      const rows = await Promise.race([readOne(site), timeout.promise])
      if (rows === null) return noAnswerInTime(site, totalMs / 1000)
      const size = JSON.stringify(rows).length
      if (size > charactersLeft) return answerTooLarge(site)
      charactersLeft -= size
      return rows
    } catch (thrown) {
      const error = asServiceError(thrown)
      if (!(error instanceof ServiceError)) log.error({ err: error, site_id: site.id }, 'unexpected error with a site')
      if (abort.signal.aborted) return noAnswerInTime(site, totalMs / 1000)
      const { code, message } = publicError(error)
      return new ServiceError(code, 'child-error', message)
    }
  }

  const outcomes = await Promise.all(sites.map(async (site) => ({ site, outcome: await outcomeOf(site) })))
  cancelTimeout()
  const answers: SiteAnswers<Row> = { bySite: {}, errors: [], total: 0 }
  for (const { site, outcome } of outcomes) {
    const { id, url, name } = site
    if (outcome instanceof ServiceError) {
      const { code, message } = outcome
      const identifier = namedAs.get(id) ?? id
      answers.errors.push({ identifier, site_id: id, site_url: url, site_name: name, code, message })
    } else {
      answers.bySite[url] = outcome
      answers.total += outcome.length
    }
  }
  return answers
}

/** The results of an operation that reads from sites. */
export const toReadingResults = ({
  by_site,
  errors,
}: {
  by_site: Record<string, unknown>
  errors: readonly SiteError[]
}): ItemResults => ({ done: Object.keys(by_site).length, errors, label: ['site read', 'sites read'] })
