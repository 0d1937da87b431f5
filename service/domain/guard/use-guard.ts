import { randomBytes } from 'node:crypto'
import type { Context } from '../../operation/context.ts'
import { ConnectorError } from '../../platform/connector/errors.ts'
import { canBeGuarded } from '../../platform/connector/guard/build-guard-call.ts'
import type { GuardReport } from '../../platform/connector/parts/guard.ts'
import { type SiteRow, withChild } from '../sites/index.ts'
import { isGuardSwitchedOff } from '../update-policies/index.ts'
import {
  type ArmedGuard,
  describeRefusal,
  type GuardedItem,
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
  listOpenGuards,
  readGuardTokens,
  updateGuard,
} from './guard-store.ts'
import { callAndAudit, type GuardOptions, guardIdsOf, guardSlugsOf } from './guard-use.ts'
import { readGuardNote } from './read-guards.ts'

const defaultLifetimeMs = 2 * 3_600_000
const maxLifetimeMs = 7 * 86_400_000

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
      ({ id }): GuardReport => ({
        ...{ id, state: 'refused', reason, message: '', version: null, culprit: null },
        ...{ suspect: null, files: null, direct: null },
      }),
    )
  })
  const armed: ArmedGuard[] = []
  for (const [index, { id, item }] of guards.entries()) {
    const report = reports[index]
    if (report?.state === 'armed') {
      await updateGuard(db, id, { state: 'armed', direct: report.direct })
      armed.push({ id, item, expiresAt, probeHeaders: { [guardHeader]: token }, direct: report.direct })
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
  await readGuardNote(context, site, guardIdsOf(known), { how }).catch((error: unknown) => {
    if (!(error instanceof ConnectorError)) throw error
  })
  const open = await listOpen()
  const tokens = await readGuardTokens(db, secrets, guardIdsOf(open))
  return open.map(({ id, type, slug, name, version, vulnerable, expires_at, direct }) => {
    const token = tokens.get(id)
    const probeHeaders: Record<string, string> = token === undefined ? {} : { [guardHeader]: token }
    return { id, item: { type, slug, name, version, vulnerable }, expiresAt: expires_at, probeHeaders, direct }
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
  const reports = await callAndAudit(context, site, 'disarm-guard', guardSlugsOf(rows), () =>
    withChild(context, site, (child) => context.connector.disarmGuards(child, guardIdsOf(rows), how)),
  )
  const gone = reports.filter(({ state }) => state === 'absent').map(({ id }) => id)
  await endGuards(context.db, gone, 'disarmed', context.clock.now())
  if (gone.length < rows.length)
    throw new ConnectorError('svc_site_error', 'The site did not remove the guard. It removes itself when it expires.')
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
  const removed = await callAndAudit(context, site, 'sweep-guards', guardSlugsOf(swept), () =>
    withChild(context, site, (child) => context.connector.sweepGuards(child, keep, how)),
  )
  const now = clock.now()
  const isOver = ({ expires_at }: GuardRow) => expires_at <= now
  await endGuards(db, guardIdsOf(swept.filter(isOver)), 'expired', now)
  await endGuards(db, guardIdsOf(swept.filter((row) => !isOver(row))), 'disarmed', now)
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
