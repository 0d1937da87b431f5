import { randomUUID } from 'node:crypto'
import type { Context } from '../../operation/context.ts'
import type { ChildSite, RegistrableSite } from '../../platform/connector/child-site.ts'
import { keepInstanceSecret } from '../../platform/database/instance-secret-store.ts'
import { CookieJar, type StoredCookie } from '../../platform/outbound/cookie-jar.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { siteDisconnected } from './site-errors.ts'
import { type SiteRow, storeCookies } from './site-store.ts'

type Ground = Pick<Context, 'db' | 'secrets' | 'clock'>

/** Columns that hold sealed texts. */
export const sealedColumns = [
  'http_pass',
  'unique_id',
  'private_key',
  'pending_private_key',
  'regverify',
  'cookies',
] as const
type SealedColumn = (typeof sealedColumns)[number]

const place = (column: SealedColumn) => `sites.${column}`

export const sealFor = (secrets: Secrets, column: SealedColumn, text: string) => secrets.seal(text, place(column))
export const openFrom = (secrets: Secrets, site: SiteRow, column: SealedColumn) =>
  site[column] === null ? undefined : secrets.open(site[column], place(column))

/** How this installation introduces itself to sites: minted once, never changed, since sites compare it byte by byte. */
export function serverIdentity(ground: Pick<Ground, 'db' | 'secrets'>): Promise<string> {
  return keepInstanceSecret(ground, 'server identity', () => `https://${randomUUID()}.flotilla.invalid/wp-admin/`)
}

/** A site as registration needs it. */
export async function registrableSite(ground: Ground, site: SiteRow): Promise<RegistrableSite> {
  const { secrets, clock } = ground
  const stored = openFrom(secrets, site, 'cookies')
  const httpPass = openFrom(secrets, site, 'http_pass')
  return {
    id: site.id,
    label: site.name,
    url: site.url,
    verifyTls: site.verify_tls,
    admin: site.admin_username,
    server: await serverIdentity(ground),
    uniqueId: openFrom(secrets, site, 'unique_id'),
    cookies: new CookieJar(clock, stored === undefined ? [] : (JSON.parse(stored) as StoredCookie[])),
    ...(site.http_user && { basicAuth: { username: site.http_user, password: httpPass ?? '' } }),
  }
}

/**
 * Does something with a connected site, and keeps the cookies it set: they spare the site two new sessions per call.
 * Refuses when we are not connected; whether a suspended site may be spoken to is the caller's affair.
 */
export async function withChild<T>(ground: Ground, site: SiteRow, work: (child: ChildSite) => Promise<T>): Promise<T> {
  const { private_key } = site
  if (site.connection !== 'connected' || private_key === null) throw siteDisconnected(site)
  const registrable = await registrableSite(ground, site)
  const key = { id: private_key.slice(-24), open: () => ground.secrets.open(private_key, place('private_key')) }
  try {
    return await work({ ...registrable, key })
  } finally {
    await keepCookies(ground, site.id, registrable.cookies)
  }
}

export async function keepCookies({ db, secrets }: Ground, siteId: number, jar: CookieJar | undefined): Promise<void> {
  if (!jar || jar.revision === 0) return
  await storeCookies(db, siteId, sealFor(secrets, 'cookies', JSON.stringify(jar.export())))
}
