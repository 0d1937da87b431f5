import type { Db } from '../../../platform/database/database.ts'
import type { FactorType, SignInWay } from './sign-in-way.ts'

interface SignInChallenge {
  token_hash: string
  user_id: number
  way: SignInWay
  proven: FactorType[]
  expires_at: Date
}

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    sign_in_challenges: SignInChallenge
  }
}

export async function insertChallenge(db: Db, challenge: SignInChallenge): Promise<void> {
  await db.insertInto('sign_in_challenges').values(challenge).execute()
}

export const findChallenge = (db: Db, tokenHash: string, now: Date): Promise<SignInChallenge | undefined> =>
  db
    .selectFrom('sign_in_challenges')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()

/** Deletes the challenge, so that it is used once. False if another call took it. */
export async function takeChallenge(db: Db, tokenHash: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sign_in_challenges')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function deleteChallenges(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('sign_in_challenges').where('user_id', '=', userId).execute()
}

export async function deleteAllChallenges(db: Db): Promise<void> {
  await db.deleteFrom('sign_in_challenges').execute()
}
