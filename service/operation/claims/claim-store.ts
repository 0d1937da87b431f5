import { sql } from 'kysely'
import { type Db, queryRows } from '../../platform/database/database.ts'

export interface ClaimRow {
  digest: Buffer
  fingerprint: Buffer
  state: 'running' | 'changed' | 'done'
  holder: string
  lease_until: Date
  /** Sealed. */
  answer: string | null
  created_at: Date
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    request_claims: ClaimRow
  }
}

/** The right to run one request. */
export interface Claim {
  digest: Buffer
  holder: string
}

export type FoundClaim = Pick<ClaimRow, 'fingerprint' | 'state' | 'holder' | 'answer' | 'created_at'> & {
  is_held: boolean
}

const leaseEnd = (seconds: number) => sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})`

/** False if the digest is claimed already. */
export async function insertClaim(
  db: Db,
  { digest, holder, fingerprint, seconds, now }: Claim & { fingerprint: Buffer; seconds: number; now: Date },
): Promise<boolean> {
  const rows = await queryRows(
    db,
    sql`insert into request_claims (digest, fingerprint, holder, lease_until, created_at)
      values (${digest}, ${fingerprint}, ${holder}, ${leaseEnd(seconds)}, ${now})
      on conflict (digest) do nothing returning 1 as taken`,
  )
  return rows.length > 0
}

export async function findClaim(db: Db, digest: Buffer): Promise<FoundClaim | undefined> {
  const [found] = await queryRows<FoundClaim>(
    db,
    sql<FoundClaim>`select fingerprint, state, holder, answer, created_at, lease_until > clock_timestamp() as is_held
      from request_claims where digest = ${digest}`,
  )
  return found
}

/** Takes the claim of a process that died; false if another one was faster. */
export async function updateClaimHolder(
  db: Db,
  { digest, holder }: Claim,
  { from, seconds }: { from: string; seconds: number },
): Promise<boolean> {
  const rows = await queryRows(
    db,
    sql`update request_claims set holder = ${holder}, lease_until = ${leaseEnd(seconds)}
      where digest = ${digest} and holder = ${from} and state = 'running' and lease_until <= clock_timestamp()
      returning 1 as taken`,
  )
  return rows.length > 0
}

/** Returns those that this process still has. */
export async function updateLeaseEnds(db: Db, claims: readonly Claim[], seconds: number): Promise<Claim[]> {
  const rows = await queryRows<{ holder: string }>(
    db,
    sql<{ holder: string }>`update request_claims set lease_until = ${leaseEnd(seconds)}
      where holder = any (${claims.map(({ holder }) => holder)}::uuid[]) returning holder`,
  )
  const held = new Set(rows.map(({ holder }) => holder))
  return claims.filter(({ holder }) => held.has(holder))
}

/** False if the claim was lost to another process. */
export async function updateClaimState(
  db: Db,
  { digest, holder }: Claim,
  { state, answer }: Pick<ClaimRow, 'state' | 'answer'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('request_claims')
    .set({ state, answer })
    .where('digest', '=', digest)
    .where('holder', '=', holder)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** The outcome is not known, and no process is finding it out. */
export async function expireClaim(db: Db, { digest, holder }: Claim): Promise<void> {
  await queryRows(
    db,
    sql`update request_claims set lease_until = clock_timestamp() where digest = ${digest} and holder = ${holder}`,
  )
}

export async function deleteClaim(db: Db, { digest, holder }: Claim): Promise<void> {
  await db.deleteFrom('request_claims').where('digest', '=', digest).where('holder', '=', holder).execute()
}

/** Only if its change is not committed. */
export async function deleteRunningClaim(db: Db, { digest, holder }: Claim): Promise<void> {
  const own = db.deleteFrom('request_claims').where('digest', '=', digest).where('holder', '=', holder)
  await own.where('state', '=', 'running').execute()
}

/** A batch of rows, so that no other query waits long. */
export async function deleteClaimsBefore(db: Db, before: Date, limit: number): Promise<number> {
  const rows = await queryRows(
    db,
    sql`delete from request_claims where digest = any (array (
      select digest from request_claims where created_at < ${before} order by created_at limit ${limit}))
      returning 1 as deleted`,
  )
  return rows.length
}
