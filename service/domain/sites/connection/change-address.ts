import type { Updateable } from 'kysely'
import type { Context } from '../../../operation/context.ts'
import { utcDay } from '../../../platform/calendar.ts'
import type { Db } from '../../../platform/database/database.ts'
import { present } from '../../../platform/present.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import type { SiteColumns, SiteRow } from '../site-store.ts'
import { isSameServer } from '../site-url.ts'
import {
  deleteFormerKey,
  type FormerKeyRow,
  insertFormerKey,
  listFormerKeys,
  sealedFormerKeys,
} from './former-key-store.ts'
import { noRefusals } from './key-refusals.ts'
import { openFrom, sealFor } from './site-secrets.ts'

/**
 * Secrets belong to the address they were entered for. When the address changes, signed calls stop: a signature covers
 * neither host nor parameters, so the new server could replay it at the old address. The key stays stored, sealed, for a
 * week in case the address is changed back; all other secrets are deleted.
 */

const retentionMs = 7 * 86_400_000

interface FormerConnection {
  private_key: string
  public_key: string | null
  regverify: string | null
  /** Null when the site was connected. */
  disconnected: { code: string | null; reason: string | null } | null
}

const noSecrets = {
  http_user: null,
  http_pass: null,
  unique_id: null,
  cookies: null,
  private_key: null,
  public_key: null,
  pending_private_key: null,
  regverify: null,
  ...noRefusals,
  key_is_retried: false,
} as const

/** Facts belong to the address they were seen at. The database clears those of monitors, certificates and security checks. */
const clearedFacts = (now: Date) => ({
  address_changed_at: now,
  last_sync: null,
  last_sync_attempt: null,
  sync_error_code: null,
  sync_error: null,
  checked_at: null,
  reachable: null,
  http_status: null,
  response_time_ms: null,
  health_score: null,
  health_score_at: null,
})

/** Returns the columns to update for the new address. Call it in the transaction that locked the site. */
export async function changeAddress(
  { trx, secrets, now }: { trx: Db; secrets: Secrets; now: Date },
  site: SiteRow,
  url: string,
): Promise<Updateable<SiteColumns>> {
  if (site.url === url) return {}
  return { ...(await changeConnection({ trx, secrets, now }, site, url)), ...clearedFacts(now) }
}

async function changeConnection(
  { trx, secrets, now }: { trx: Db; secrets: Secrets; now: Date },
  site: SiteRow,
  url: string,
): Promise<Updateable<SiteColumns>> {
  if (isSameServer(site.url, url)) return {}
  const keptUntil = site.private_key === null ? null : new Date(now.getTime() + retentionMs)
  if (keptUntil) {
    const content = secrets.seal(JSON.stringify(connectionOf(secrets, site)), sealedFormerKeys)
    await insertFormerKey(trx, { site_id: site.id, url: site.url, content, kept_until: keptUntil })
  }
  const former = await findFormerKey(trx, site.id, url, now)
  if (former) {
    await deleteFormerKey(trx, former)
    return { ...noSecrets, ...restoredColumns(secrets, former) }
  }
  if (site.connection === 'never') return noSecrets
  return {
    ...noSecrets,
    connection: 'disconnected',
    disconnected_code: 'svc_address_changed',
    disconnected_reason: reasonFor(site.url, keptUntil),
  }
}

interface AddressChange {
  site: Pick<SiteRow, 'id' | 'url'>
  url: string
}

/** For dry runs: describes each change of address; null when only the spelling changes. One query for all. */
export async function explainAddressChanges(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  changes: readonly AddressChange[],
): Promise<(string | null)[]> {
  const moved = changes.filter(({ site, url }) => !isSameServer(site.url, url)).map(({ site }) => site.id)
  const formerKeys = Map.groupBy(
    moved.length > 0 ? await listFormerKeys(db, moved, clock.now()) : [],
    (key) => key.site_id,
  )
  return changes.map(({ site, url }) => {
    if (isSameServer(site.url, url)) return null
    const change = `The address changes from ${site.url} to ${url}.`
    if (formerKeys.get(site.id)?.some((former) => isSameServer(former.url, url)))
      return `${change} The stored connection for this address is restored; stored passwords are deleted.`
    return `${change} Signed calls stop until the site is reconnected; stored passwords are deleted.`
  })
}

async function findFormerKey(db: Db, siteId: number, url: string, now: Date): Promise<FormerKeyRow | undefined> {
  return (await listFormerKeys(db, [siteId], now)).find((former) => isSameServer(former.url, url))
}

function connectionOf(secrets: Secrets, site: SiteRow): FormerConnection {
  const { disconnected_code: code, disconnected_reason: reason } = site
  return {
    private_key: present(openFrom(secrets, site, 'private_key'), 'the key of a connected site'),
    public_key: site.public_key,
    regverify: openFrom(secrets, site, 'regverify') ?? null,
    disconnected: site.connection === 'connected' ? null : { code, reason },
  }
}

function restoredColumns(secrets: Secrets, { content }: FormerKeyRow): Updateable<SiteColumns> {
  // Sealed by changeAddress with the result of connectionOf.
  const former = JSON.parse(secrets.open(content, sealedFormerKeys)) as FormerConnection
  const { private_key, public_key, regverify, disconnected } = former
  return {
    private_key: sealFor(secrets, 'private_key', private_key),
    public_key,
    regverify: regverify === null ? null : sealFor(secrets, 'regverify', regverify),
    connection: disconnected ? 'disconnected' : 'connected',
    disconnected_code: disconnected?.code ?? null,
    disconnected_reason: disconnected?.reason ?? null,
  }
}

function reasonFor(before: string, keptUntil: Date | null): string {
  const reconnect = `The address was changed from ${before}. Reconnect the site with the administrator’s password`
  if (!keptUntil) return `${reconnect}.`
  return `${reconnect}, or change the address back before ${utcDay(keptUntil)}.`
}
