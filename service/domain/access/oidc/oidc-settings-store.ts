import { type Selectable, sql, type Updateable } from 'kysely'
import type { ActorRole } from '../../../operation/actor.ts'
import type { LimitColumns } from '../../../operation/limits.ts'
import type { Db } from '../../../platform/database/database.ts'

/** A group of the provider and what its members may do. Entries from before custom roles lack some fields. */
export interface GroupMapping extends Partial<LimitColumns> {
  group: string
  role: ActorRole
  role_id?: number | null
}

interface OidcSettingsTable {
  id: boolean
  enabled: boolean
  name: string
  issuer: string
  client_id: string
  client_secret: string | null
  scopes: string
  group_claim: string
  mappings: GroupMapping[]
  key_days: number
}

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    oidc_settings: OidcSettingsTable
  }
}

export type OidcSettingsRow = Omit<Selectable<OidcSettingsTable>, 'id'>

export const clientSecretColumn = 'oidc_settings.client_secret'

const initialSettings: OidcSettingsRow = {
  enabled: false,
  name: '',
  issuer: '',
  client_id: '',
  client_secret: null,
  scopes: 'openid profile email',
  group_claim: 'groups',
  mappings: [],
  key_days: 30,
}

/** `lock`: sign-ins of new people wait for each other until the transaction ends. */
export async function findOidcSettings(db: Db, { lock = false } = {}): Promise<OidcSettingsRow> {
  const query = db.selectFrom('oidc_settings').selectAll()
  return (await (lock ? query.forUpdate() : query).executeTakeFirst()) ?? initialSettings
}

export async function updateOidcSettings(db: Db, changes: Updateable<OidcSettingsTable>): Promise<void> {
  const { mappings, ...rest } = changes
  // The driver would send a list as an array of PostgreSQL.
  const values = { ...rest, ...(mappings && { mappings: sql<GroupMapping[]>`${JSON.stringify(mappings)}::jsonb` }) }
  await db
    .insertInto('oidc_settings')
    .values({ ...initialSettings, mappings: sql<GroupMapping[]>`'[]'::jsonb`, ...values, id: true })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...values, id: true }))
    .execute()
}
