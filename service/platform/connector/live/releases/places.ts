import type { FlotillaClient } from '../move-in/flotilla-client.ts'
import { plugin } from '../rollouts/releases.ts'

/** What one place of Flotilla says about the release. */
export interface PlaceReports {
  answer: string
  history: string
  events: string
  condition: string
  inbox: string
  overview: string
}

interface HistoryEntry {
  wanted_version: string | null
  new_version: string
  result: string
  checks: string | null
  guard: string | null
  message: string | null
}
interface FleetEvent {
  type: string
  severity?: string
  data: Record<string, unknown>
}

/** The cursor after all events so far. */
export async function endOfEvents(flotilla: FlotillaClient): Promise<string> {
  let cursor = '0'
  for (;;) {
    const page = await flotilla.call<{ cursor: string; has_more: boolean }>(`GET /events?since=${cursor}&limit=1000`)
    if (!page.has_more && page.cursor === cursor) return cursor
    cursor = page.cursor
  }
}

interface ReadPlaces {
  siteId: number
  version: string
  /** Releases that were tried before: a sync may find that the site no longer has them, and says so. */
  others: ReadonlySet<string>
  since: string
  answer: string
}

export async function readPlaces(
  flotilla: FlotillaClient,
  { siteId, version, others, since, answer }: ReadPlaces,
): Promise<PlaceReports> {
  const slug = encodeURIComponent(plugin.slug)
  const history = await flotilla.call<HistoryEntry[]>(`GET /updates/history?site_id=${siteId}&slug=${slug}&per_page=20`)
  const { events } = await flotilla.call<{ events: FleetEvent[] }>(
    `GET /events?since=${since}&limit=1000&site_id=${siteId}`,
  )
  const site = await flotilla.call<{ condition: { state: string; cause: string } }>(`GET /sites/${siteId}`)
  const inbox =
    await flotilla.call<{ kind: string; site_id: number | null; detail: string }[]>('GET /inbox?per_page=100')
  const { sites } = await flotilla.call<{ sites: { by_condition: Record<string, number> } }>('GET /overview')
  const rows = history.filter((row) => row.wanted_version === version || row.new_version === version)
  return {
    answer,
    history: rows.map(({ result, checks, guard }) => `${result}/${checks}/${guard}`).join(', ') || 'nothing',
    events:
      events
        .filter(({ type, data }) => isOutcome(type) && !others.has(String(data.to)))
        .map(describeEvent)
        .join(', ') || 'nothing',
    condition: `${site.condition.state}/${site.condition.cause}`,
    inbox:
      inbox
        .filter(({ site_id }) => site_id === siteId)
        .map(({ kind }) => kind)
        .join(', ') || 'nothing',
    overview: Object.entries(sites.by_condition)
      .filter(([, count]) => count > 0)
      .map(([state, count]) => `${count} ${state}`)
      .join(', '),
  }
}

/** A changed page or a list of plugins that others changed is no outcome. */
const isOutcome = (type: string) => /^(update|guard)\./.test(type) && type !== 'update.available'

function describeEvent({ type, data }: FleetEvent): string {
  return typeof data.to === 'string' ? `${type} to ${data.to}` : type
}

/** What is said wrongly, given what is true of the site at the end. */
export function findContradictions(
  said: PlaceReports,
  truth: { isGood: boolean; isHealthy: boolean; isTakenBack: boolean; isLate: boolean; version: string },
): string[] {
  const { isGood, isHealthy, isTakenBack, isLate, version } = truth
  const isStillInstalled = !isTakenBack
  const found: string[] = []
  const saysUpdated = (text: string) => /^updated|succeeded/.test(text)
  const outcomes = said.events.split(', ').filter((each) => each.startsWith('update.'))
  if (isGood) {
    if (!saysUpdated(said.answer)) found.push(`answer: ${said.answer}`)
    if (!said.history.startsWith('updated/passed')) found.push(`history: ${said.history}`)
    if (said.events !== `update.installed to ${version}`) found.push(`events: ${said.events}`)
    if (!said.condition.startsWith('ok')) found.push(`condition: ${said.condition}`)
    if (said.inbox !== 'nothing') found.push(`Today: ${said.inbox}`)
    return found
  }
  // A late breaker was fine when the answer was given.
  if (!isLate && saysUpdated(said.answer)) found.push(`answer: ${said.answer}`)
  if (said.history === 'nothing' || /(^|, )updated\/(passed|null|not_checked)/.test(said.history))
    found.push(`history: ${said.history}`)
  const wrong = outcomes.filter(
    (each) => !each.endsWith(` to ${version}`) || (!isLate && each.startsWith('update.installed')),
  )
  const expected = isLate
    ? outcomes.length >= 1 && outcomes.at(-1) !== `update.installed to ${version}`
    : outcomes.length === 1
  if (wrong.length > 0 || !expected) found.push(`events: ${said.events}`)
  if (said.inbox === 'nothing') found.push('Today: nothing')
  if (!isHealthy && isStillInstalled && said.condition.startsWith('ok')) found.push(`condition: ${said.condition}`)
  const isOkInOverview = /(^|, )\d+ ok/.test(said.overview)
  if (isOkInOverview !== said.condition.startsWith('ok')) found.push(`overview: ${said.overview}`)
  return found
}
