import { type Generated, type Selectable, sql } from 'kysely'
import { type Database, type Db, quickRows } from '../../../platform/database/database.ts'
import { oneRow } from '../../../platform/database/one-row.ts'

interface TotpFactorsTable {
  user_id: number
  /** Sealed. */
  secret: string
  created_at: Date
  /** Null: the set-up was started and no code was confirmed yet. */
  confirmed_at: Date | null
  /** The time step of the last accepted code. */
  last_step: Generated<number>
}

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    totp_factors: TotpFactorsTable
    recovery_codes: { user_id: number; hash: string }
  }
}

export const totpSecretColumn = 'totp_factors.secret'

export type TotpRow = Selectable<TotpFactorsTable>

export const findTotp = (db: Db, userId: number): Promise<TotpRow | undefined> =>
  db.selectFrom('totp_factors').selectAll().where('user_id', '=', userId).executeTakeFirst()

/** Starts a set-up, or starts it again with another secret. False if a confirmed one exists. */
export async function upsertUnconfirmedTotp(db: Db, userId: number, sealed: string, now: Date): Promise<boolean> {
  const row = await db
    .insertInto('totp_factors')
    .values({ user_id: userId, secret: sealed, created_at: now })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ secret: sealed, created_at: now, last_step: 0 })
        .where('totp_factors.confirmed_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** False if a code of this time step or a later one was accepted before. `secret` is the one that was checked. */
export async function acceptTotpStep(db: Db, { user_id, secret }: TotpRow, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('totp_factors')
    .set({ last_step: step })
    .where('user_id', '=', user_id)
    .where('secret', '=', secret)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** False if it is confirmed already, or was replaced by another set-up. */
export async function markTotpConfirmed(db: Db, { user_id, secret }: TotpRow, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('totp_factors')
    .set({ confirmed_at: now })
    .where('user_id', '=', user_id)
    .where('secret', '=', secret)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function deleteTotp(db: Db, userId: number): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('totp_factors').where('user_id', '=', userId).executeTakeFirst()
  return numDeletedRows > 0n
}

export async function replaceRecoveryHashes(db: Db, userId: number, hashes: readonly string[]): Promise<void> {
  await deleteRecoveryCodes(db, userId)
  await db
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ user_id: userId, hash })))
    .execute()
}

export async function deleteRecoveryCodes(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
}

/** Deletes the code, so that it is accepted once. False if the user has no such code. */
export async function takeRecoveryCode(db: Db, userId: number, hash: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('hash', '=', hash)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** The second factors that a user has. */
export interface FactorCounts {
  totp_confirmed_at: Date | null
  recovery_codes: number
  passkeys: number
}

export async function countFactors(db: Database, userId: number): Promise<FactorCounts> {
  const query = sql<FactorCounts>`select
      (select confirmed_at from totp_factors where user_id = ${userId}) as totp_confirmed_at,
      (select count(*)::int from recovery_codes where user_id = ${userId}) as recovery_codes,
      (select count(*)::int from passkeys where user_id = ${userId}) as passkeys`
  return oneRow(await quickRows(db, query))
}

export const hasSecondFactor = ({ totp_confirmed_at, passkeys }: FactorCounts): boolean =>
  totp_confirmed_at !== null || passkeys > 0

/** A condition: the user in this column has a second factor. */
export const hasFactor = (userId: string) =>
  sql<boolean>`(exists (select from totp_factors where totp_factors.user_id = ${sql.ref(userId)} and confirmed_at is not null)
    or exists (select from passkeys where passkeys.user_id = ${sql.ref(userId)}))`
