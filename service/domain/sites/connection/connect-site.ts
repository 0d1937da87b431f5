import type { Updateable } from 'kysely'
import { asServiceError } from '../../../operation/as-service-error.ts'
import type { Context } from '../../../operation/context.ts'
import { ServiceError } from '../../../operation/errors.ts'
import type { RegistrableSite } from '../../../platform/connector/child-site.ts'
import { ConnectorError } from '../../../platform/connector/errors.ts'
import { keyOf, type Registration } from '../../../platform/connector/parts/registration.ts'
import type { SnapshotPart } from '../../../platform/connector/snapshot/snapshot.ts'
import type { Database } from '../../../platform/database/database.ts'
import { findDatabaseFailure } from '../../../platform/database/database-failure.ts'
import { addressChangedMeanwhile, siteNotFound } from '../site-errors.ts'
import { publishConnectionChanges } from '../site-events.ts'
import { findSiteById, type SiteColumns, type SiteRow, updateSiteRow, updateSiteRowAt } from '../site-store.ts'
import { acceptedSpelling } from '../site-url.ts'
import { isFirstConnection, registrableSite, storeCookies, withKey } from './child-site.ts'
import { noRefusals } from './key-refusals.ts'
import { openFrom, sealFor } from './site-secrets.ts'

export type ConnectContext = Pick<
  Context,
  'db' | 'connector' | 'secrets' | 'clock' | 'siteLocks' | 'serverIdentity' | 'ingest' | 'log'
>

/** The parts that a registration returns. */
export const firstSnapshot: readonly SnapshotPart[] = [
  'coreUpdate',
  'pluginUpdates',
  'themeUpdates',
  'translationUpdates',
  'plugins',
  'themes',
  'security',
  'health',
]

/**
 * Registers a new key with the site and ingests the snapshot it returns. The key is stored as pending before it is sent,
 * so that after a crash or an unclear response it can be tried. The password is used here and not stored.
 */
export async function register(context: ConnectContext, site: SiteRow, password?: string): Promise<void> {
  const { db, connector, secrets } = context
  const token = password === undefined ? openFrom(secrets, site, 'regverify') : undefined
  const keyPair = await connector.prepareKey()
  const pending = sealFor(secrets, 'pending_private_key', keyPair.privateKeyPem)
  if (!(await updateSiteRowAt(db, site, { pending_private_key: pending })))
    throw await changedMeanwhile(context, site.id)
  if (token !== undefined && site.private_key !== null) {
    const renewed = await withKey(context, site, 'private_key', (child) =>
      connector.renewKey(child, { keyPair, token, parts: firstSnapshot }),
    )
    return recordRegistration(context, site, renewed)
  }
  const child = await registrableSite(context, site)
  try {
    await requireAnswer(context, child)
    const hadKey = site.private_key !== null
    const registration = await connector.register(child, { password, token, hadKey, keyPair, parts: firstSnapshot })
    await recordRegistration(context, site, registration)
  } finally {
    await storeCookies(context, site, child.cookies)
  }
}

/**
 * Throws when the site does not respond at all. Without this probe the registration itself would have to be watched for
 * a quarter of an hour while a person waits at the form. Other problems show at the registration.
 */
async function requireAnswer({ connector }: ConnectContext, child: RegistrableSite): Promise<void> {
  try {
    await connector.probe(child)
  } catch (error) {
    if (error instanceof ConnectorError && error.reason?.endsWith('_timeout')) throw error
  }
}

/** Registers under the lock of the site; a refusal is recorded and returned, not thrown. */
export function connectSite(context: ConnectContext, id: number, password?: string): Promise<ServiceError | null> {
  return context.siteLocks.hold(id, async () => {
    const site = await currentSite(context, id)
    return attemptConnection(context, site, () => register(context, site, password))
  })
}

// The site was deleted, or another process took over.
export const notAProblem = ['svc_site_not_found', 'svc_cancelled']

/** Runs the attempt and returns the problem or null. The problem is recorded on a site that is not connected. */
export async function attemptConnection(
  context: ConnectContext,
  site: SiteRow,
  attempt: () => Promise<void>,
): Promise<ServiceError | null> {
  try {
    await attempt()
    return null
  } catch (thrown) {
    // A failure of our own database is not a problem of the site.
    if (findDatabaseFailure(thrown) !== null) throw thrown
    const problem = asServiceError(thrown)
    if (!(problem instanceof ServiceError) || notAProblem.includes(problem.code)) throw problem
    if (site.connection !== 'connected') await recordProblem(context, site.id, problem)
    return problem
  }
}

function recordProblem({ db, clock }: ConnectContext, id: number, { code, message }: ServiceError) {
  return updateSiteRow(db, id, { disconnected_code: code, disconnected_reason: message, updated_at: clock.now() })
}

async function recordRegistration(context: ConnectContext, site: SiteRow, registration: Registration): Promise<void> {
  const { db, secrets, clock, ingest } = context
  const { privateKeyPem, publicKeyPem, token, correctedUrl, uniqueId } = registration
  const spelling = acceptedSpelling(site, correctedUrl, { isFirstConnection: isFirstConnection(site) })
  const connected = {
    ...connectedColumns,
    private_key: sealFor(secrets, 'private_key', privateKeyPem),
    public_key: publicKeyPem,
    ...(token !== null && { regverify: sealFor(secrets, 'regverify', token) }),
    ...(uniqueId !== '' && { unique_id: sealFor(secrets, 'unique_id', uniqueId) }),
    ...(spelling !== null && { url: spelling }),
  }
  const stored = await updateToConnected(db, site, connected, clock.now())
  if (!stored) {
    // The site was deleted or moved meanwhile, so its key is removed from the child site. A failure of that call is ignored.
    const child = { ...(await registrableSite(context, site)), key: keyOf(registration) }
    await context.connector.disconnect(child).catch(() => {})
    throw await changedMeanwhile(context, site.id)
  }
  await ingest(site.id, registration.snapshot)
  // Its answer is a sync. The attempt is not recorded, so that the first scheduled sync reads the remaining parts soon.
  await updateSiteRow(db, site.id, { last_sync: registration.snapshot.takenAt })
}

/** Publishes that the site is connected, if it was not. Undefined if the site was deleted or moved meanwhile. */
export function updateToConnected(
  db: Database,
  site: SiteRow,
  values: Updateable<SiteColumns>,
  now: Date,
): Promise<SiteRow | undefined> {
  return db.transaction().execute(async (trx) => {
    const stored = await updateSiteRowAt(trx, site, { ...values, updated_at: now })
    if (stored) await publishConnectionChanges(trx, [{ ...stored, connection_before: site.connection }], now)
    return stored
  })
}

export async function changedMeanwhile({ db }: Pick<Context, 'db'>, id: number): Promise<ServiceError> {
  const site = await findSiteById(db, id)
  return site ? addressChangedMeanwhile(site) : siteNotFound(id)
}

export const connectedColumns = {
  connection: 'connected',
  disconnected_code: null,
  disconnected_reason: null,
  pending_private_key: null,
  ...noRefusals,
  key_is_retried: false,
} as const

/** Reads the row again: it may have changed while this call waited for the lock. */
export async function currentSite({ db }: Pick<Context, 'db'>, id: number): Promise<SiteRow> {
  const site = await findSiteById(db, id)
  if (!site) throw siteNotFound(id)
  return site
}
