import { randomUUID } from 'node:crypto'
import type { Context } from '../../../operation/context.ts'
import type { ChildSite, RegistrableSite } from '../../../platform/connector/child-site.ts'
import { findOrCreateInstanceSecret } from '../../../platform/database/instance-secret-store.ts'
import { CookieJar, type StoredCookie } from '../../../platform/outbound/cookie-jar.ts'
import { present } from '../../../platform/present.ts'
import { type SiteRow, updateCookies } from '../site-store.ts'
import { openFrom, sealedColumnName, sealFor } from './site-secrets.ts'

declare module '../../../operation/context.ts' {
  interface FeatureState {
    /** The identity this installation sends to sites. */
    serverIdentity: string
  }
}

type Platform = Pick<Context, 'db' | 'secrets' | 'clock' | 'serverIdentity'>

/** Created once per installation and never changed, because sites compare it byte by byte. */
export const readServerIdentity = (platform: Pick<Context, 'db' | 'secrets'>): Promise<string> =>
  findOrCreateInstanceSecret(platform, 'server identity', () => `https://${randomUUID()}.flotilla.invalid/wp-admin/`)

/** True while neither a key nor a token of the site is stored. */
export const isFirstConnection = ({ private_key, regverify }: Pick<SiteRow, 'private_key' | 'regverify'>) =>
  private_key === null && regverify === null

export async function registrableSite(context: Platform, site: SiteRow): Promise<RegistrableSite> {
  const { secrets, clock } = context
  const stored = openFrom(secrets, site, 'cookies')
  const httpPass = openFrom(secrets, site, 'http_pass')
  return {
    id: site.id,
    label: site.name,
    url: site.url,
    verifyTls: site.verify_tls,
    mayAddWww: isFirstConnection(site),
    admin: site.admin_username,
    server: context.serverIdentity,
    uniqueId: openFrom(secrets, site, 'unique_id'),
    // Sealed by storeCookies.
    cookies: new CookieJar(clock, stored === undefined ? [] : (JSON.parse(stored) as StoredCookie[])),
    ...(site.http_user && { basicAuth: { username: site.http_user, password: httpPass ?? '' } }),
  }
}

/** Calls a site with one of its keys and stores the cookies it sets: they save the site two sessions per call. */
export async function withKey<T>(
  context: Platform,
  site: SiteRow,
  column: 'private_key' | 'pending_private_key',
  work: (child: ChildSite) => Promise<T>,
): Promise<T> {
  const registrable = await registrableSite(context, site)
  const sealed = present(site[column], `${column} of the site`)
  const key = { id: sealed.slice(-24), open: () => context.secrets.open(sealed, sealedColumnName(column)) }
  try {
    return await work({ ...registrable, key })
  } finally {
    await storeCookies(context, site, registrable.cookies)
  }
}

export async function storeCookies(
  { db, secrets }: Platform,
  { id, url }: Pick<SiteRow, 'id' | 'url'>,
  jar: CookieJar | undefined,
): Promise<void> {
  if (!jar || jar.revision === 0) return
  await updateCookies(db, { id, url, sealed: sealFor(secrets, 'cookies', JSON.stringify(jar.export())) })
}
