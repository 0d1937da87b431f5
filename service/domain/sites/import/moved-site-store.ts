import { sql } from 'kysely'
import { type Db, queryRows } from '../../../platform/database/database.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { publishEvents } from '../../events/index.ts'
import { connectedColumns } from '../connection/connect-site.ts'
import { sealFor } from '../connection/site-secrets.ts'

export interface MovedKey {
  privateKeyPem: string
  publicKeyPem: string
}

/** A site of another dashboard, with the id that is reserved for it here. */
export interface MovedSite {
  id: number
  name: string
  url: string
  identity: string
  admin: string
  notes: string
  verifyTls: boolean
  uniqueId: string
  httpUser: string
  httpPass: string
  clientId: number | null
  suspendedBy: 'none' | 'hand' | 'client'
  key: MovedKey | null
}

export interface KnownSite {
  id: number
  identity: string
  connection: 'never' | 'connected' | 'disconnected'
}

/** The sites with these identities or ids. */
export const findKnownSites = (db: Db, identities: string[], ids: number[]): Promise<KnownSite[]> =>
  queryRows(
    db,
    sql<KnownSite>`select id, identity, connection from sites
      where identity = any (${identities}::text[]) or id = any (${ids}::bigint[])`,
  )

/** Sites with a key count as connected until a call shows that they are not. */
export async function insertMovedSites(
  trx: Db,
  secrets: Secrets,
  sites: readonly MovedSite[],
  now: Date,
): Promise<void> {
  if (sites.length === 0) return
  const sealed = (column: 'http_pass' | 'unique_id' | 'private_key', text: string | undefined) =>
    text ? sealFor(secrets, column, text) : null
  await trx
    .insertInto('sites')
    .values(
      sites.map((site) => ({
        ...{ id: site.id, name: site.name, url: site.url, identity: site.identity, notes: site.notes },
        ...{ name_is_automatic: false, admin_username: site.admin, verify_tls: site.verifyTls },
        ...{ http_user: site.httpUser || null, client_id: site.clientId, suspended_by: site.suspendedBy },
        http_pass: sealed('http_pass', site.httpPass),
        unique_id: sealed('unique_id', site.uniqueId),
        private_key: sealed('private_key', site.key?.privateKeyPem),
        public_key: site.key?.publicKeyPem ?? null,
        connection: site.key ? ('connected' as const) : ('never' as const),
        created_at: now,
        updated_at: now,
      })),
    )
    .execute()
  await publishEvents(
    trx,
    sites.map(({ id }) => ({ type: 'site.added', siteId: id, data: { by: 'import' } })),
    now,
  )
}

/** Pairs of site and tag. */
export async function insertMovedTags(trx: Db, siteIds: number[], tagIds: number[]): Promise<void> {
  await sql`insert into site_tags (site_id, tag_id)
    select * from unnest(${siteIds}::bigint[], ${tagIds}::bigint[]) as given (site_id, tag_id) order by 1, 2
    on conflict do nothing`.execute(trx)
}

/** For a site that is stored here without a working connection. */
export async function updateMovedKey(
  trx: Db,
  secrets: Secrets,
  id: number,
  { admin, key }: { admin: string; key: MovedKey },
  now: Date,
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('sites')
    .set({
      admin_username: admin,
      private_key: sealFor(secrets, 'private_key', key.privateKeyPem),
      public_key: key.publicKeyPem,
      ...connectedColumns,
      updated_at: now,
    })
    .where('id', '=', id)
    .where('connection', '<>', 'connected')
    .executeTakeFirst()
  if (numUpdatedRows > 0n) await publishEvents(trx, [{ type: 'site.connected', siteId: id, data: {} }], now)
}
