import { asServiceError } from '../../operation/connector-failure.ts'
import type { Context } from '../../operation/context.ts'
import { ServiceError } from '../../operation/errors.ts'
import type { Credentials, Registration } from '../../platform/connector/parts/registration.ts'
import type { SnapshotPart } from '../../platform/connector/snapshot/snapshot.ts'
import { keepCookies, openFrom, registrableSite, sealFor } from './child-site.ts'
import { type SiteRow, updateSite } from './site-store.ts'
import { readSiteAddress } from './site-url.ts'

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

export interface ConnectionOutcome {
  ok: boolean
  code: string | null
  message: string | null
}

type Ground = Pick<Context, 'db' | 'connector' | 'secrets' | 'clock' | 'absorb'>

/**
 * Registers us with the site and takes in what it tells about itself. The new key is stored as pending before it is
 * sent: if we die in between, it is known and can be tried. A refusal is an outcome, not an error: it is recorded.
 */
export async function connectSite(ground: Ground, site: SiteRow, given: Credentials): Promise<ConnectionOutcome> {
  const { db, connector, secrets, clock } = ground
  const child = await registrableSite(ground, site)
  const token = given.token ?? (given.password === undefined ? openFrom(secrets, site, 'regverify') : undefined)
  try {
    const keyPair = await connector.prepareKey()
    const pending = sealFor(secrets, 'pending_private_key', keyPair.privateKeyPem)
    await updateSite(db, site.id, { pending_private_key: pending })
    const credentials = { ...given, ...(token !== undefined && { token }), keyPair, parts: firstSnapshot }
    await recordConnection(ground, site, await connector.register(child, credentials))
    return { ok: true, code: null, message: null }
  } catch (thrown) {
    const error = asServiceError(thrown)
    if (!(error instanceof ServiceError)) throw error
    await recordRefusal(ground, site, error)
    return { ok: false, code: error.code, message: error.message }
  } finally {
    await keepCookies({ db, secrets, clock }, site.id, child.cookies)
  }
}

async function recordConnection(ground: Ground, site: SiteRow, registration: Registration): Promise<void> {
  const { db, secrets, clock, absorb } = ground
  const { privateKeyPem, publicKeyPem, token, correctedUrl, uniqueId } = registration
  await updateSite(db, site.id, {
    connection: 'connected',
    disconnected_code: null,
    disconnected_reason: null,
    private_key: sealFor(secrets, 'private_key', privateKeyPem),
    public_key: publicKeyPem,
    pending_private_key: null,
    ...(token !== null && { regverify: sealFor(secrets, 'regverify', token) }),
    ...(uniqueId !== '' && { unique_id: sealFor(secrets, 'unique_id', uniqueId) }),
    ...(correctedUrl !== null && correctedAddress(site, correctedUrl)),
    updated_at: clock.now(),
  })
  await absorb(site.id, registration.snapshot)
}

/** Only another spelling of the same address is taken over; a site cannot move itself elsewhere. */
function correctedAddress(site: SiteRow, url: string): { url: string } | object {
  const address = readSiteAddress(url)
  return address.identity === site.identity ? { url: address.url } : {}
}

/** A site that was connected stays so when it merely cannot be reached; what was never connected shows why. */
async function recordRefusal({ db, clock }: Ground, site: SiteRow, error: ServiceError): Promise<void> {
  const unreachable = error.kind === 'unavailable'
  if (site.connection === 'connected' && unreachable) return
  await updateSite(db, site.id, {
    connection: site.connection === 'never' ? 'never' : 'disconnected',
    disconnected_code: error.code,
    disconnected_reason: error.message,
    updated_at: clock.now(),
  })
}
