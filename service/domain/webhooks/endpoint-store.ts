import { type ColumnType, type Generated, type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Actor } from '../../operation/actor.ts'
import { type Db, queryRows } from '../../platform/database/database.ts'
import { oneRow } from '../../platform/database/one-row.ts'

interface EndpointTable {
  id: Generated<number>
  url: string
  description: Generated<string>
  /** Empty: all types. */
  types: string[]
  secret: string
  previous_secret: string | null
  previous_until: Date | null
  owner: ColumnType<Actor, string, string>
  active: Generated<boolean>
  position: number
  failing_since: Date | null
  switched_off_at: Date | null
  switched_off_reason: string | null
  created_at: Date
  updated_at: Date
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    webhook_endpoints: EndpointTable
  }
}

export type EndpointRow = Selectable<EndpointTable>

export const endpointSecretColumn = 'webhook_endpoints.secret'
export const previousSecretColumn = 'webhook_endpoints.previous_secret'

export const listEndpoints = (db: Db): Promise<EndpointRow[]> =>
  db.selectFrom('webhook_endpoints').selectAll().orderBy('id').execute()

export const listActiveEndpoints = (db: Db): Promise<EndpointRow[]> =>
  db.selectFrom('webhook_endpoints').selectAll().where('active', '=', true).orderBy('id').execute()

export const findEndpoint = (db: Db, id: number): Promise<EndpointRow | undefined> =>
  db.selectFrom('webhook_endpoints').selectAll().where('id', '=', id).executeTakeFirst()

/** Locks an active endpoint until the transaction ends; undefined if another process has locked it. */
export async function lockActiveEndpoint(trx: Db, id: number): Promise<EndpointRow | undefined> {
  const rows = await queryRows(
    trx,
    sql<EndpointRow>`select * from webhook_endpoints where id = ${id} and active for no key update skip locked`,
  )
  return rows[0]
}

export const insertEndpoint = (db: Db, values: Insertable<EndpointTable>): Promise<EndpointRow> =>
  db.insertInto('webhook_endpoints').values(values).returningAll().executeTakeFirstOrThrow()

export const updateEndpoint = (
  db: Db,
  id: number,
  values: Updateable<EndpointTable>,
): Promise<EndpointRow | undefined> =>
  db.updateTable('webhook_endpoints').set(values).where('id', '=', id).returningAll().executeTakeFirst()

export async function deleteEndpoint(db: Db, id: number): Promise<void> {
  await db.deleteFrom('webhook_endpoints').where('id', '=', id).execute()
}

/** Records the outcome of an attempt; returns the first failure since the last success, null after a success. */
export async function updateFailingSince(db: Db, id: number, failed: boolean, now: Date): Promise<Date | null> {
  const rows = await queryRows(
    db,
    failed
      ? sql<
          Pick<EndpointRow, 'failing_since'>
        >`update webhook_endpoints set failing_since = coalesce(failing_since, ${now})
          where id = ${id} returning failing_since`
      : sql<Pick<EndpointRow, 'failing_since'>>`update webhook_endpoints set failing_since = null
          where id = ${id} and failing_since is not null returning failing_since`,
  )
  return rows[0]?.failing_since ?? null
}

export async function countEndpointsByState(
  db: Db,
): Promise<Record<'working' | 'failing' | 'switched_off' | 'off', number>> {
  const rows = await queryRows(
    db,
    sql<Record<'working' | 'failing' | 'switched_off' | 'off', number>>`select
      count(*) filter (where active and failing_since is null) as working,
      count(*) filter (where active and failing_since is not null) as failing,
      count(*) filter (where not active and switched_off_at is not null) as switched_off,
      count(*) filter (where not active and switched_off_at is null) as off
      from webhook_endpoints`,
  )
  return oneRow(rows)
}
