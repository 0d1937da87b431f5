import type { Context } from '../../../operation/context.ts'
import type { Patience } from '../../../platform/connector/child-site.ts'
import type { SiteRow } from '../../sites/index.ts'
import type { EffectivePolicy, PageKind } from '../../update-policies/index.ts'
import { decideVerdict, type ItemEvidence, isOnSite, isTakenBack, type SiteEvidence } from './decide-outcome.ts'
import { type BrowserBaseline, runBrowserGates } from './gates/browser-gates.ts'
import { type Baseline, describeBlock, isBlocked } from './gates/compare-pages.ts'
import type { Verdict } from './gates/gate-types.ts'
import { requestCron } from './gates/request-cron.ts'
import { type GateRun, runGates, verdictOf } from './gates/run-gates.ts'
import { runSiteGates } from './gates/site-gates.ts'
import type { GuardRecord } from './gates/update-check-store.ts'
import { compareHomepages, findHomepage, toHomepageCheck } from './homepage-health.ts'
import { itemKey } from './select-updates.ts'
import type { Restoration, StepGuards } from './step-guard.ts'
import { listRunItems } from './update-history-store.ts'
import type { Health, UpdateOutcome } from './update-outcome.ts'

interface ExaminedRun {
  site: SiteRow
  run: { id: string }
  policy: EffectivePolicy
  patience: Patience
  gatePatience: Patience
  /** A check of a watched site: old versions come back only from the copy of a guard, which knows whether files were changed. */
  isLate?: boolean
  /** Further pages to read; default: all that the policy wants. */
  kinds?: readonly PageKind[] | undefined
}

export interface Examination {
  evidence: SiteEvidence
  gates: GateRun
  health: Health | null
}

/** Runs the gates, and rolls items back until the gates accept the site. Records nothing. */
export async function examineSite(
  context: Context,
  { site, run, policy, patience, gatePatience, isLate = false, kinds }: ExaminedRun,
  { before, browser, guards }: { before: readonly Baseline[]; browser: BrowserBaseline | null; guards: StepGuards },
  outcomes: readonly UpdateOutcome[],
): Promise<Examination> {
  let isFirst = true
  let pages: GateRun | null = null
  let found: ReadonlyMap<string, string | null> = new Map()
  const askCron = async () => {
    // Twice for an update, and only where a guard can act on it.
    const isWanted = isFirst && !isLate && guards.records.some(({ state }) => state === 'armed')
    if (isWanted && policy.gates.status === 'block') await requestCron(context, site, guards.probeHeaders)
  }
  const check = async (): Promise<GateRun> => {
    const headers = guards.probeHeaders
    await askCron()
    const about = { headers, patience: gatePatience, items: outcomes, kinds, earlier: pages }
    const read: GateRun = await runGates(context, site, policy, before, about)
    pages = read
    if (!isBlocked(read.results)) await askCron()
    // A connector cannot answer where WordPress does not load.
    const ofSite = isBlocked(read.results)
      ? { results: [], isUnchecked: false }
      : await runSiteGates(context, site.id, policy, { outcomes, how: { patience } })
    if ('found' in ofSite) found = ofSite.found
    const results = [...read.results, ...ofSite.results]
    const seen = await runBrowserGates(context, site, policy, {
      ...{ run: run.id, baseline: browser, isFirst, isBroken: isBlocked(results) },
    })
    isFirst = false
    // A gate that should roll back and could not be checked is not passed.
    const isUnchecked =
      read.isUnchecked ||
      ofSite.isUnchecked ||
      seen.some(({ mode, result }) => mode === 'block' && result === 'not_checked')
    return { ...read, results: [...results, ...seen], isUnchecked }
  }
  const endOfMaintenance = new Date(context.clock.now().getTime() + maintenanceMs)
  let gates = await check()
  const firstReason = outcomes.some((sent) => guards.rescueOf(sent)) ? stoppedAnswering : describeBlock(gates.results)
  // Always read: a visitor may have met the error before these checks, and then the guard has acted already.
  const notes = await guards.readNotes()
  const items = await readEvidence(context.db, run.id, outcomes, { notes, guards })
  if (items.some(({ guard }) => guard !== null)) gates = await check()
  for (const item of items) {
    if (!isBlocked(gates.results)) break
    // A new item has no version to return to.
    if (item.guard !== null || isTakenBack(item) || !isOnSite(item.sent) || item.sent.from === '') continue
    item.restoration = await guards.restore(item.sent, { onlyCopy: isLate })
    if (item.restoration.state === 'failed') continue
    gates = await check()
    // The item whose old version healed the site is the culprit; those before it were innocent.
    item.healed = !isBlocked(gates.results)
  }
  // Requests that the release kept busy may have hidden until now that the site answers again.
  const rescued = items.filter(isTakenBack).filter(({ guard }) => guard === null)
  const last = rescued.at(-1)
  if (last && !isBlocked(gates.results) && !rescued.some(({ healed }) => healed)) last.healed = true
  // The check of an item whose old version is back shows that version.
  for (const item of items) if (!isTakenBack(item)) item.found = found.get(itemKey(item.sent))
  // Without the notes it is not known which version the site has now.
  const verdict = decideVerdict(verdictOf(gates), notes === null ? 'unknown' : 'answers')
  const reason = [firstReason || describeBlock(gates.results), describeMaintenance(gates, endOfMaintenance)]
  return {
    evidence: { verdict, reason: reason.filter(Boolean).join(' '), items },
    gates,
    health: healthOf(verdict, before, gates),
  }
}

const stoppedAnswering = 'The site stopped answering after the update.'

/** WordPress ignores a maintenance file that is older. */
const maintenanceMs = 600_000

/** An update that was cut off leaves the site in maintenance, until WordPress ends it by itself. */
function describeMaintenance({ after, results }: GateRun, end: Date): string {
  const isClosed =
    isBlocked(results) && after.some(({ http_status, fatal_error }) => http_status === 503 && fatal_error)
  return isClosed
    ? `WordPress ends its maintenance by itself at ${end.toISOString().slice(11, 16)} UTC at the latest.`
    : ''
}

/** What is known about the items of a run, with what their guards did. */
export async function readEvidence(
  db: Context['db'],
  run: string,
  outcomes: readonly UpdateOutcome[],
  { notes, guards }: { notes: ReadonlyMap<string, GuardRecord> | null; guards: StepGuards },
): Promise<ItemEvidence[]> {
  const wanted = new Map(
    (await listRunItems(db, run)).map((row) => [itemKey(row), row.wanted_version ?? row.to_version]),
  )
  return outcomes.map((sent) => {
    const rescue = guards.rescueOf(sent)
    const isRescued = rescue !== undefined && rescue.restoration.state !== 'failed'
    const release = wanted.get(itemKey(sent)) || sent.to
    const standDown = guards.standDownOf(sent)
    if (isRescued) return { sent, release, guard: null, ...rescue }
    const note = notes?.get(itemKey(sent))
    const guard = note && !isPutBack(sent, note) ? { state: stateOf(note), reason: reasonOf(note) } : null
    return { sent, release, guard, restoration: null, healed: false, standDown }
  })
}

/** Another page may fail although the homepage works, or the homepage may have become slow. */
function healthOf(verdict: Verdict, before: readonly Baseline[], { after, results }: GateRun): Health | null {
  const homepage = compareHomepages(toHomepageCheck(before), findHomepage(after))
  const isSlow = results.some(
    ({ gate, path, kind, result }) => gate === 'time' && isHomepage(path, kind) && result === 'failed',
  )
  return (verdict === 'failed' || isSlow) && homepage === 'ok' ? 'degraded' : homepage
}

const isHomepage = (path: string, kind: PageKind | undefined) => path === '' && kind === undefined

/** Other software was installed, and replaced by the copy at once: no fault of a release. */
const isPutBack = ({ code }: UpdateOutcome, { culprit }: GuardRecord) =>
  culprit === null && (code === 'svc_other_software' || code === 'svc_version_not_installed')

const stateOf = ({ state }: GuardRecord): Restoration['state'] =>
  state === 'restored' || state === 'deactivated' ? state : 'failed'

const reasonOf = ({ culprit, message }: GuardRecord) => (culprit ? `Fatal error: ${culprit.message}.` : message)
