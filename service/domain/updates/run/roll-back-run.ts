import { z } from 'zod'
import { asServiceError } from '../../../operation/as-service-error.ts'
import type { Context } from '../../../operation/context.ts'
import { publicError } from '../../../operation/each.ts'
import { ServiceError } from '../../../operation/errors.ts'
import type { How } from '../../../platform/connector/child-site.ts'
import { ConnectorError } from '../../../platform/connector/errors.ts'
import type { SiteSnapshot } from '../../../platform/connector/snapshot/snapshot.ts'
import { throwIfLeaseLost } from '../../../platform/leases.ts'
import { present } from '../../../platform/present.ts'
import { throwIfInterrupted } from '../../../platform/work/interrupted.ts'
import { restoreFromGuard } from '../../guard/index.ts'
import { installExactVersion } from '../../installs/index.ts'
import { requireSite, type SiteRow, siteDisconnected, siteSuspended, withChild } from '../../sites/index.ts'
import { readSitePolicies, recordReleaseFailure, type SitePolicies } from '../../update-policies/index.ts'
import { findVulnerableVersions, versionKey } from '../../vulnerabilities/index.ts'
import { readBack } from './checked-step.ts'
import { captureAfterRollback } from './gates/browser-gates.ts'
import { describeBlock } from './gates/compare-pages.ts'
import type { Verdict } from './gates/gate-types.ts'
import { probeGuards } from './gates/probe-guards.ts'
import { runGates, verdictOf } from './gates/run-gates.ts'
import { findCheck, insertCheck, recordCheck } from './gates/update-check-store.ts'
import { compareHomepages, findHomepage } from './homepage-health.ts'
import { recordOutcomes } from './record-outcomes.ts'
import { recordSiteVerdict } from './site-verdict-store.ts'
import { StepGuards } from './step-guard.ts'
import { listRunItems } from './update-history-store.ts'
import { type RunItem, toRolledBack } from './update-outcome.ts'
import { endWatch } from './watch/watch-store.ts'

const results = [
  'rolled_back',
  /** The old version was there. */
  'not_needed',
  /** Another version than the installed one of the plan, or none: left alone. */
  'other_version',
  'failed',
  /** The public directory had other software of this name. */
  'other_software',
  'unknown',
  /** There is no way back: WordPress, a known vulnerability, or a source that no person confirmed. */
  'impossible',
] as const

/** What became of one item. `from` is the version that was installed, `to` the one that is wanted back. */
export const RolledBackItem = z.object({
  type: z.string(),
  slug: z.string(),
  name: z.string(),
  from: z.string(),
  to: z.string(),
  result: z.enum(results),
  source: z.enum(['guard', 'directory']).nullable(),
  message: z.string(),
})
export type RolledBackItem = z.output<typeof RolledBackItem>

export interface RollbackRequest {
  /** The run of updates that is rolled back. */
  run: string
  /** The same for every attempt of this rollback; its check is stored under it. */
  rollback: string
  items: readonly RunItem[]
  /** Slugs whose source a person confirmed to be the public directory. */
  confirmedSources: readonly string[]
  /** Slugs whose old version a person wants although it has a known vulnerability. */
  allowedVulnerable: readonly string[]
}

/** More sites than any fleet has. */
const neverHeld = 1_000_000_000
const maxWaitMs = 900_000
const patienceMs = 600_000
const parts = ['plugins', 'themes'] as const

/** Brings the versions from before a run back on its site, and checks the site as after the updates. */
export async function rollBackRun(
  context: Context,
  siteId: number,
  request: RollbackRequest,
): Promise<{ items: RolledBackItem[]; verdict: Verdict }> {
  const { id } = await requireSite(context, siteId)
  const work = async () => {
    const site = await requireSite(context, id)
    if (site.suspended_by !== 'none') throw siteSuspended(site)
    if (site.connection !== 'connected') throw siteDisconnected(site)
    return rollBackLocked(context, site, request)
  }
  return context.updateSlots.hold('job', () => context.siteLocks.hold(id, work, { maxWaitMs }))
}

async function rollBackLocked(context: Context, site: SiteRow, request: RollbackRequest) {
  const { db, clock } = context
  const how: How = { patience: { leftMs: patienceMs } }
  const policies = await readSitePolicies(context, [site.id])
  const policy = present(policies.of(site.id, null), 'the policy of the site')
  const earlier = await findCheck(db, request.run)
  const before = earlier?.before ?? []
  await insertCheck(db, { run: request.rollback, siteId: site.id, before }, clock.now())
  const seen = await readVersions(context, site, request.run, how)
  const guards = new StepGuards(context, site, how)
  await guards.resume(request.run)
  const items: RolledBackItem[] = []
  for (const item of request.items) {
    throwIfLeaseLost()
    items.push(await rollBackItem({ context, site, request, guards, how }, item, versionIn(seen, item)))
  }
  await recordRolledBack(context, site, request, items, policies)
  if (items.some(({ result }) => result === 'rolled_back')) await readBack(context, site.id, how)
  const gates = await runGates(context, site, policy, before, {
    headers: guards.probeHeaders,
    patience: { leftMs: patienceMs },
  })
  // Without pages from before there is nothing to compare with.
  const verdict =
    earlier || Object.values(policy.gates).every((mode) => mode === 'off') ? verdictOf(gates) : 'unchecked'
  const isBack = items.every(({ result }) => result === 'rolled_back' || result === 'not_needed')
  if (isBack && (verdict === 'passed' || verdict === 'off')) await guards.disarm()
  const seenInBrowser = await captureAfterRollback(context, site, policy, request)
  const all = [...gates.results, ...seenInBrowser]
  const checked = { verdict, after: gates.after, gates: all, guard: guards.records }
  await db.transaction().execute(async (trx) => {
    await recordCheck(trx, request.rollback, checked, clock.now())
    const health = compareHomepages(null, findHomepage(gates.after))
    const seen = { siteId: site.id, run: request.rollback, verdict, health, reason: describeBlock(all) }
    await recordSiteVerdict(trx, seen, clock.now())
    const ended = { siteId: site.id, run: request.run, result: 'stopped', message: 'A person rolled it back.' } as const
    await endWatch(trx, ended, clock.now())
  })
  return { items, verdict }
}

/** A release that stops WordPress stops the connector, too: then a guard has to act first. */
async function readVersions(context: Context, site: SiteRow, run: string, how: How): Promise<SiteSnapshot> {
  const read = () => withChild(context, site, (child) => context.connector.readSite(child, { parts }, how))
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof ConnectorError) || !(await probeGuards(context, site.id, [run]))) throw error
    return read()
  }
}

function versionIn(seen: SiteSnapshot, { type, slug }: RunItem): string | null {
  const items: readonly { slug: string; version: string | null }[] =
    (type === 'plugin' ? seen.plugins : type === 'theme' ? seen.themes : []) ?? []
  return items.find((each) => each.slug === slug)?.version ?? null
}

interface Work {
  context: Context
  site: SiteRow
  request: RollbackRequest
  guards: StepGuards
  how: How
}

type Found = Pick<RolledBackItem, 'result' | 'message'> & { source?: RolledBackItem['source'] }

async function rollBackItem(work: Work, item: RunItem, installed: string | null): Promise<RolledBackItem> {
  const { type, slug, name, from, to } = item
  const { source = null, ...found } = await bringBack(work, item, installed)
  return { type, slug, name, from: installed ?? to, to: from, source, ...found }
}

async function bringBack(work: Work, item: RunItem, installed: string | null): Promise<Found> {
  const { context, request, guards } = work
  const { type, slug, name, from, to } = item
  if (type !== 'plugin' && type !== 'theme')
    return { result: 'impossible', message: 'WordPress and translations have no way back.' }
  if (installed === from && from !== to) return { result: 'not_needed', message: `${name} ${from} is installed.` }
  if (installed !== to) {
    const seen = installed === null ? 'It is no longer installed' : `Version ${installed} is installed now`
    return { result: 'other_version', message: `${seen}, so it was not changed.` }
  }
  const old = { type, slug, version: from }
  const isVulnerable = (await findVulnerableVersions(context.db, [old])).has(versionKey(old))
  if (isVulnerable && !request.allowedVulnerable.includes(slug))
    return { result: 'impossible', message: `${name} ${from} has a known vulnerability. A person can allow it.` }
  try {
    // The guard itself never restores a version with a known vulnerability.
    const copy = isVulnerable ? undefined : guards.idOf(item)
    const restored = copy === undefined ? undefined : await restoreCopy(work, item, copy)
    return restored ?? (await installOld(work, item, type))
  } catch (error) {
    throwIfInterrupted(error)
    if (!(error instanceof ServiceError) && !(error instanceof ConnectorError)) throw error
    const { code, message } = publicError(asServiceError(error))
    if (code === 'svc_outcome_unknown') return { result: 'unknown', message }
    return { result: code === 'svc_origin_unconfirmed' ? 'impossible' : 'failed', message }
  }
}

/** Undefined: the site has no copy any more. */
async function restoreCopy(
  { context, site, how }: Work,
  { name, from }: RunItem,
  id: string,
): Promise<Found | undefined> {
  const [restored] = await restoreFromGuard(context, site, [id], { how })
  if (restored?.outcome === 'restored')
    return { result: 'rolled_back', source: 'guard', message: `${name} ${from} is back.` }
  if (!restored || restored.outcome === 'not_armed' || restored.outcome === 'failed') return undefined
  return { result: 'failed', message: restored.message }
}

async function installOld(
  { context, site, request, how }: Work,
  { slug, from: version }: RunItem,
  type: 'plugin' | 'theme',
): Promise<Found> {
  const confirmed = request.confirmedSources.includes(slug)
  const { outcome, code, message } = await installExactVersion(context, site, { type, slug, version, confirmed }, how)
  if (outcome === 'done') return { result: 'rolled_back', source: 'directory', message }
  if (outcome === 'unknown') return { result: 'unknown', message }
  return { result: code === 'svc_other_software' ? 'other_software' : 'failed', message }
}

/** The history of the run says that the items did not stay; the releases count as failed on this site. */
async function recordRolledBack(
  context: Context,
  site: SiteRow,
  { run }: RollbackRequest,
  items: readonly RolledBackItem[],
  policies: SitePolicies,
): Promise<void> {
  // A caller who may change some sites only does not decide for the others.
  const holdAfter = context.actor.limits === null ? policies.holdAfter : neverHeld
  const back = items.filter(({ result }) => result === 'rolled_back' || result === 'not_needed')
  const rows = (await listRunItems(context.db, run)).filter(
    (row) =>
      row.to_version !== row.from_version && back.some(({ type, slug }) => row.type === type && row.slug === slug),
  )
  const message = `${context.actor.name} rolled it back.`
  const outcomes = rows.map(({ type, slug, name, from_version: from, to_version, wanted_version, ...row }) => {
    const outcome = { type, slug, name, from, to: wanted_version ?? to_version, result: row.result, code: null }
    return toRolledBack({ ...outcome, message: null }, message, 'restored')
  })
  await recordOutcomes(context, { run, siteId: site.id, user: context.actor.name }, outcomes)
  await context.db.transaction().execute(async (trx) => {
    for (const { type, slug, name, wanted_version, to_version } of rows) {
      const release = { type, slug, name, version: wanted_version ?? to_version, siteId: site.id, message }
      const byHand = { cause: 'hand', takenBack: true } as const
      await recordReleaseFailure(trx, { ...release, ...byHand }, holdAfter, context.clock.now())
    }
  })
}
