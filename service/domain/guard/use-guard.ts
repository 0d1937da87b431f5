import { randomBytes } from 'node:crypto'
import type { Context } from '../../operation/context.ts'
import type { How } from '../../platform/connector/child-site.ts'
import { ConnectorError } from '../../platform/connector/errors.ts'
import { canBeGuarded } from '../../platform/connector/guard/build-guard-call.ts'
import type { GuardReport } from '../../platform/connector/parts/guard.ts'
import { type SiteRow, withChild } from '../sites/index.ts'
import { isGuardSwitchedOff } from '../update-policies/index.ts'
import {
  type ArmedGuard,
  describeRefusal,
  type GuardedItem,
  type GuardNote,
  type GuardRefusalReason,
  type GuardState,
  guardHeader,
  type RefusedGuard,
  toRefusalReason,
} from './guard.ts'
import {
  endGuards,
  type GuardRow,
  insertGuards,
  listGuardsById,
  listGuardsOfRuns,
  listOpenGuards,
  readGuardTokens,
  updateGuard,
} from './guard-store.ts'

const defaultLifetimeMs = 2 * 3_600_000
const maxLifetimeMs = 7 * 86_400_000

interface GuardOptions {
  how?: How
}

/**
 * Copies items on the site and arms a guard for each, in one call. The caller holds the lock of the site. An item that cannot be
 * guarded is refused with the reason; throws when the site cannot be called at all.
 */
export async function armGuard(
  context: Context,
  site: SiteRow,
  items: readonly GuardedItem[],
  options: GuardOptions & { run?: string; lifetimeMs?: number } = {},
): Promise<{ armed: ArmedGuard[]; refused: RefusedGuard[] }> {
  const { db, secrets, clock, actor } = context
  if (await isGuardSwitchedOff(db, site.id))
    return { armed: [], refused: items.map((item) => refusalOf(item, 'switched_off')) }
  const refused = items.filter((item) => !canBeGuarded(item)).map((item) => refusalOf(item, 'unsupported_item'))
  const guards = items.filter(canBeGuarded).map((item) => ({ id: randomBytes(16).toString('hex'), item }))
  if (guards.length === 0) return { armed: [], refused }
  const token = randomBytes(32).toString('hex')
  const lifetimeMs = Math.min(options.lifetimeMs ?? defaultLifetimeMs, maxLifetimeMs)
  const now = clock.now()
  const expiresAt = new Date(now.getTime() + lifetimeMs)
  const run = options.run ?? null
  await insertGuards(db, secrets, { siteId: site.id, run, token, armedBy: actor.name, now, expiresAt, items: guards })
  const sent = guards.map(({ id, item: { type, slug, version, vulnerable } }) => ({
    id,
    type,
    slug,
    version,
    vulnerable,
  }))
  const reports = await callAndAudit(
    context,
    site,
    'arm-guard',
    guards.map(({ item }) => item.slug),
    async () =>
      withChild(context, site, (child) =>
        context.connector.armGuards(child, sent, { token, seconds: Math.ceil(lifetimeMs / 1000) }, options.how),
      ),
  ).catch(async (error: unknown) => {
    const reason = refusalByError(error)
    // Nothing was armed for certain, or the site cannot be called: then the rows stay open until a sweep.
    const isOver = error instanceof ConnectorError && !error.mayHaveArrived
    for (const { id } of guards) {
      await updateGuard(
        db,
        id,
        isOver ? { state: 'refused', reason, ended: clock.now() } : { state: 'unknown', reason },
      )
    }
    if (!reason) throw error
    return sent.map(
      ({ id }): GuardReport => ({ id, state: 'refused', reason, message: '', version: null, culprit: null }),
    )
  })
  const armed: ArmedGuard[] = []
  for (const [index, { id, item }] of guards.entries()) {
    const report = reports[index]
    if (report?.state === 'armed') {
      await updateGuard(db, id, { state: 'armed' })
      armed.push({ id, item, expiresAt, probeHeaders: { [guardHeader]: token } })
      continue
    }
    const reason = toRefusalReason(report?.reason ?? '')
    if (report?.reason && report.reason !== 'failed')
      await updateGuard(db, id, { state: 'refused', reason, ended: clock.now() })
    else await updateGuard(db, id, { state: 'unknown', reason })
    refused.push(refusalOf(item, reason, report?.message))
  }
  return { armed, refused }
}

/**
 * Guards that an earlier attempt of the run armed and that may still be on the site. The site is asked: those that it does not have
 * are over, and are not returned. A site that does not answer may have all of them.
 */
export async function resumeGuards(
  context: Context,
  site: SiteRow,
  run: string,
  { how }: GuardOptions = {},
): Promise<ArmedGuard[]> {
  const { db, secrets } = context
  const listOpen = async () => (await listOpenGuards(db, site.id)).filter((row) => row.run === run)
  const known = await listOpen()
  if (known.length === 0) return []
  await readGuardNote(context, site, idsOf(known), { how }).catch((error: unknown) => {
    if (!(error instanceof ConnectorError)) throw error
  })
  const open = await listOpen()
  const tokens = await readGuardTokens(db, secrets, idsOf(open))
  return open.map(({ id, type, slug, name, version, vulnerable, expires_at }) => {
    const token = tokens.get(id)
    const probeHeaders: Record<string, string> = token === undefined ? {} : { [guardHeader]: token }
    return { id, item: { type, slug, name, version, vulnerable }, expiresAt: expires_at, probeHeaders }
  })
}

const refusalOf = (item: GuardedItem, reason: GuardRefusalReason, detail = ''): RefusedGuard => {
  return { item, reason, message: detail ? `${describeRefusal(reason)} (${detail})` : describeRefusal(reason) }
}

/** A site that answers other calls but not this one: its host or a firewall forbids it. Null for a site that cannot be called. */
function refusalByError(error: unknown): GuardRefusalReason | null {
  if (!(error instanceof ConnectorError)) return null
  if (['svc_firewall', 'svc_child_outdated'].includes(error.code) || error.reason === 'snippet_not_run')
    return 'snippets_forbidden'
  if (error.kind === 'child-error') return error.reason === 'child_error' ? 'snippets_forbidden' : 'failed'
  return null
}

/** Removes guards, their copies and notes. Guards that are gone are no error. */
export async function disarmGuard(
  context: Context,
  site: SiteRow,
  ids: readonly string[],
  { how }: GuardOptions = {},
): Promise<void> {
  const rows = (await listGuardsById(context.db, site.id, ids)).filter(({ ended_at }) => ended_at === null)
  if (rows.length === 0) return
  const reports = await callAndAudit(context, site, 'disarm-guard', slugsOf(rows), () =>
    withChild(context, site, (child) => context.connector.disarmGuards(child, idsOf(rows), how)),
  )
  const gone = reports.filter(({ state }) => state === 'absent').map(({ id }) => id)
  await endGuards(context.db, gone, 'disarmed', context.clock.now())
  if (gone.length < rows.length)
    throw new ConnectorError('svc_site_error', 'The site did not remove the guard. It removes itself when it expires.')
}

/** What guards did. Read it before they are disarmed. */
export async function readGuardNote(
  context: Context,
  site: SiteRow,
  ids: readonly string[],
  { how }: GuardOptions = {},
): Promise<GuardNote[]> {
  const rows = await listGuardsById(context.db, site.id, ids)
  const open = rows.filter(({ ended_at }) => ended_at === null)
  const reports =
    open.length === 0
      ? []
      : await withChild(context, site, (child) => context.connector.readGuards(child, idsOf(open), how))
  const notes: GuardNote[] = []
  for (const row of rows) {
    const report = reports.find(({ id }) => id === row.id)
    notes.push(await storeReport(context, row, report))
  }
  return notes
}

/** The same for all guards of some runs. */
export async function readNotesOfRuns(
  context: Context,
  site: SiteRow,
  runs: readonly string[],
  options: GuardOptions = {},
): Promise<(GuardNote & { run: string | null })[]> {
  const rows = await listGuardsOfRuns(context.db, site.id, runs)
  const runOf = new Map(rows.map(({ id, run }) => [id, run]))
  const notes = rows.length === 0 ? [] : await readGuardNote(context, site, idsOf(rows), options)
  return notes.map((note) => ({ ...note, run: runOf.get(note.id) ?? null }))
}

/** Stores what a site reports. A guard that the site no longer has is over: it expired, or was removed there. */
async function storeReport(context: Context, row: GuardRow, report: GuardReport | undefined): Promise<GuardNote> {
  const { id, type, slug } = row
  if (!report) return { id, type, slug, state: row.state, version: null, culprit: null }
  const { version, culprit } = report
  if (report.state === 'absent') {
    await endGuards(context.db, [id], 'expired', context.clock.now())
    const isOpen = ['arming', 'armed', 'unknown'].includes(row.state)
    return { id, type, slug, state: isOpen ? 'expired' : row.state, version, culprit }
  }
  const state: GuardState = report.state === 'busy' || report.state === 'refused' ? row.state : report.state
  if (state !== row.state || culprit) await updateGuard(context.db, id, { state, culprit })
  if (state !== row.state && ['restored', 'deactivated', 'left_broken'].includes(state))
    await recordUse(context, row, `guard-${state}`.replace('_', '-'))
  return { id, type, slug, state, version, culprit }
}

export interface RestoreOutcome {
  id: string
  outcome: 'restored' | 'deactivated' | 'left_broken' | 'not_armed' | 'busy' | 'failed'
  /** Installed now. */
  version: string | null
  message: string
}

/**
 * Puts the copies back. A copy with a known vulnerability stays where it is: its plugin is deactivated, a theme is left for a person.
 * What the new version changed in the database stays.
 */
export async function restoreFromGuard(
  context: Context,
  site: SiteRow,
  ids: readonly string[],
  { how }: GuardOptions = {},
): Promise<RestoreOutcome[]> {
  const rows = await listGuardsById(context.db, site.id, ids)
  const open = rows.filter(({ ended_at }) => ended_at === null)
  if (open.length === 0) return rows.map(({ id }) => notArmed(id))
  const reports = await callAndAudit(context, site, 'restore-from-guard', slugsOf(open), () =>
    withChild(context, site, (child) => context.connector.restoreGuarded(child, idsOf(open), how)),
  )
  const outcomes: RestoreOutcome[] = []
  for (const row of rows) {
    const report = reports.find(({ id }) => id === row.id)
    if (!report || report.state === 'absent') outcomes.push(notArmed(row.id))
    else outcomes.push(describeRestore(row, report))
    await storeReport(context, row, report)
  }
  return outcomes
}

const notArmed = (id: string): RestoreOutcome => {
  return { id, outcome: 'not_armed', version: null, message: 'The site no longer has a copy of the previous version.' }
}

function describeRestore(
  { id, name, version: copied }: GuardRow,
  { state, version, message }: GuardReport,
): RestoreOutcome {
  if (state === 'restored') return { id, outcome: state, version, message: `${name} ${copied} is back.` }
  if (state === 'deactivated')
    return { id, outcome: state, version, message: `${name} was deactivated: ${copied} has a known vulnerability.` }
  if (state === 'left_broken')
    return { id, outcome: state, version, message: `${name} ${copied} has a known vulnerability and was not restored.` }
  if (state === 'busy')
    return { id, outcome: state, version, message: `The site is updating or restoring ${name} at the moment.` }
  return { id, outcome: 'failed', version, message: `${name} ${copied} could not be restored. ${message}`.trim() }
}

/** Removes all guards from a site, except some, and what killed processes left there. */
export async function sweepGuards(
  context: Context,
  site: SiteRow,
  { keep = [], how }: GuardOptions & { keep?: readonly string[] } = {},
): Promise<{ removed: number }> {
  const { db, clock } = context
  const open = await listOpenGuards(db, site.id)
  const swept = open.filter(({ id }) => !keep.includes(id))
  const removed = await callAndAudit(context, site, 'sweep-guards', slugsOf(swept), () =>
    withChild(context, site, (child) => context.connector.sweepGuards(child, keep, how)),
  )
  const now = clock.now()
  const isOver = ({ expires_at }: GuardRow) => expires_at <= now
  await endGuards(db, idsOf(swept.filter(isOver)), 'expired', now)
  await endGuards(db, idsOf(swept.filter((row) => !isOver(row))), 'disarmed', now)
  return { removed }
}

/** Guards of a site that have not ended. The row is stored before the site is called. */
export async function listArmedGuards(
  { db }: Pick<Context, 'db'>,
  siteId: number,
): Promise<
  { id: string; type: 'plugin' | 'theme'; slug: string; state: GuardState; run: string | null; expiresAt: Date }[]
> {
  const rows = await listOpenGuards(db, siteId)
  return rows.map(({ id, type, slug, state, run, expires_at }) => ({
    id,
    type,
    slug,
    state,
    run,
    expiresAt: expires_at,
  }))
}

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
const slugsOf = (rows: readonly { slug: string }[]) => rows.map(({ slug }) => slug)

/** Every use of a guard has a line in the audit trail, also one that failed or did not end. */
async function callAndAudit<T>(
  { audit, actor }: Context,
  site: SiteRow,
  operation: string,
  slugs: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  const call = { actor, requestId: operation, operation, subject: describeUse(site.id, slugs) }
  const openCall = await audit.open(call)
  try {
    const result = await work()
    await audit.record({ ...call, outcome: 'ok' }, { openCall })
    return result
  } catch (error) {
    await audit.record({ ...call, outcome: codeOf(error) }, { openCall })
    throw error
  }
}

/** What a guard did by itself. */
function recordUse({ audit, actor }: Context, { site_id, slug }: GuardRow, operation: string): Promise<void> {
  return audit.record({ actor, requestId: operation, operation, subject: describeUse(site_id, [slug]), outcome: 'ok' })
}

const describeUse = (siteId: number, slugs: readonly string[]) =>
  JSON.stringify({ site_id: siteId, slugs: slugs.slice(0, 20) })

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'svc_internal_error'
