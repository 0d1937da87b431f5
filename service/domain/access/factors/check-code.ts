import { z } from 'zod'
import type { AccessContext } from '../access-context.ts'
import { wrongCode } from '../access-errors.ts'
import { beginCodeAttempt, type PasswordSource } from '../passwords/failure-limit.ts'
import type { FactorType } from '../sign-in/sign-in-way.ts'
import type { UserRow } from '../users/user-store.ts'
import { findTotp, takeRecoveryCode } from './factor-store.ts'
import { hashRecoveryCode } from './recovery-codes.ts'
import { acceptTotpCode } from './totp.ts'

export const presentedCode = z.string().min(1).max(60)

type CodeFactor = Extract<FactorType, 'totp' | 'recovery-code'>

/** The only function that compares a code of a confirmed factor. Rate-limited; each code is accepted once. */
export async function checkCode(
  context: AccessContext,
  user: UserRow,
  code: string,
  source: PasswordSource,
): Promise<CodeFactor> {
  const digits = code.replace(/\s/g, '')
  const factor = /^\d{6}$/.test(digits) ? 'totp' : 'recovery-code'
  const attempt = await beginCodeAttempt(context, user, factor, source)
  let accepted: boolean
  try {
    accepted =
      factor === 'totp' ? await acceptTotp(context, user.id, digits) : await acceptRecovery(context, user, code)
  } catch (error) {
    await attempt.undo()
    throw error
  }
  if (!accepted) throw wrongCode()
  await attempt.recordSuccess()
  return factor
}

async function acceptTotp({ db, secrets, clock }: AccessContext, userId: number, code: string): Promise<boolean> {
  const row = await findTotp(db, userId)
  return row?.confirmed_at != null && acceptTotpCode({ db, secrets, now: clock.now() }, row, code)
}

async function acceptRecovery({ db, access }: AccessContext, user: UserRow, code: string): Promise<boolean> {
  const hash = hashRecoveryCode(access.hashingKey, user.id, code)
  return hash !== null && takeRecoveryCode(db, user.id, hash)
}
