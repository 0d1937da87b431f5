import { asServiceError } from '../../operation/as-service-error.ts'
import type { Context } from '../../operation/context.ts'
import { ServiceError } from '../../operation/errors.ts'
import type { RegistrableSite } from '../../platform/connector/child-site.ts'
import { ConnectorError } from '../../platform/connector/errors.ts'
import { keyOf, type Registration } from '../../platform/connector/parts/registration.ts'
import type { SnapshotPart } from '../../platform/connector/snapshot/snapshot.ts'
import { isFirstConnection, keepCookies, registrableSite, withKey } from './child-site.ts'
import { addressChangedMeanwhile, siteNotFound } from './site-errors.ts'
import { alone } from './site-lease.ts'
import { openFrom, sealFor } from './site-secrets.ts'
import { findSiteById, type SiteRow, updateSite, updateSiteAt } from './site-store.ts'
import { otherSpelling } from './site-url.ts'

export type ConnectContext = Pick<Context, 'db' | 'connector' | 'secrets' | 'clock' | 'ingest' | 'log'>

/** What a registration brings along. */
const firstSnapshot: readonly SnapshotPart[] = [
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
 * Registers a new key of ours with the site and takes in what it tells about itself. The key is stored as pending
 * before it is sent: if we die in between, or nobody can say whether the site took it, it is known and can be tried.
 * The password is used here and nowhere kept.
 */
export async function register(context: ConnectContext, site: SiteRow, password?: string): Promise<void> {
  const { db, connector, secrets } = context
  const token = password === undefined ? openFrom(secrets, site, 'regverify') : undefined
  const keyPair = await connector.prepareKey()
  const pending = sealFor(secrets, 'pending_private_key', keyPair.privateKeyPem)
  if (!(await updateSiteAt(db, site, { pending_private_key: pending }))) throw await changedMeanwhile(context, site.id)
  if (token !== undefined && site.private_key !== null) {
    const renewed = await withKey(context, site, 'private_key', (child) =>
      connector.renewKey(child, { keyPair, token, parts: firstSnapshot }),
    )
    return recordRegistration(context, site, renewed)
  }
  const child = await registrableSite(context, site)
  try {
    await refuseSilence(context, child)
    const registration = await connector.register(child, { password, token, keyPair, parts: firstSnapshot })
    await recordRegistration(context, site, registration)
  } finally {
    await keepCookies(context, site, child.cookies)
  }
}

/**
 * A site that is silent is told from one that is slow before anything is asked of it: once a registration was sent, it
 * would have to be looked after for a quarter of an hour, while somebody waits at the form. Other troubles show then.
 */
async function refuseSilence({ connector }: ConnectContext, child: RegistrableSite): Promise<void> {
  try {
    await connector.probe(child)
  } catch (error) {
    if (error instanceof ConnectorError && error.reason?.endsWith('_timeout')) throw error
  }
}

/** Registers when the site has nobody else's attention; a refusal is recorded and answered, not thrown. */
export function connectSite(context: ConnectContext, id: number, password?: string): Promise<ServiceError | null> {
  return alone(context, id, async () => {
    const site = await currentSite(context, id)
    return problemWith(context, site, () => register(context, site, password))
  })
}

/** Tries to get in touch. Answers what stood in the way, or null; a site that is not connected shows it. */
export async function problemWith(
  context: ConnectContext,
  site: SiteRow,
  attempt: () => Promise<void>,
): Promise<ServiceError | null> {
  try {
    await attempt()
    return null
  } catch (thrown) {
    const problem = asServiceError(thrown)
    if (!(problem instanceof ServiceError) || problem.code === 'svc_site_not_found') throw problem
    if (site.connection !== 'connected') await showProblem(context, site.id, problem)
    return problem
  }
}

function showProblem({ db, clock }: ConnectContext, id: number, { code, message }: ServiceError) {
  return updateSite(db, id, { disconnected_code: code, disconnected_reason: message, updated_at: clock.now() })
}

async function recordRegistration(context: ConnectContext, site: SiteRow, registration: Registration): Promise<void> {
  const { db, secrets, clock, ingest } = context
  const { privateKeyPem, publicKeyPem, token, correctedUrl, uniqueId } = registration
  const spelling = otherSpelling(site, correctedUrl, { isFirstConnection: isFirstConnection(site) })
  const stored = await updateSiteAt(db, site, {
    ...connectedColumns,
    private_key: sealFor(secrets, 'private_key', privateKeyPem),
    public_key: publicKeyPem,
    ...(token !== null && { regverify: sealFor(secrets, 'regverify', token) }),
    ...(uniqueId !== '' && { unique_id: sealFor(secrets, 'unique_id', uniqueId) }),
    ...(spelling !== null && { url: spelling }),
    updated_at: clock.now(),
  })
  if (!stored) {
    // Deleted or moved meanwhile: no key of ours is to stay there unused. Whether the site hears that does not matter.
    const child = { ...(await registrableSite(context, site)), key: keyOf(registration) }
    await context.connector.disconnect(child).catch(() => {})
    throw await changedMeanwhile(context, site.id)
  }
  await ingest(site.id, registration.snapshot)
}

async function changedMeanwhile({ db }: Pick<Context, 'db'>, id: number): Promise<ServiceError> {
  const site = await findSiteById(db, id)
  return site ? addressChangedMeanwhile(site) : siteNotFound(id)
}

export const connectedColumns = {
  connection: 'connected',
  disconnected_code: null,
  disconnected_reason: null,
  pending_private_key: null,
} as const

/** The row as it is now; others may have changed it while we waited for our turn. */
export async function currentSite({ db }: Pick<Context, 'db'>, id: number): Promise<SiteRow> {
  const site = await findSiteById(db, id)
  if (!site) throw siteNotFound(id)
  return site
}
