import { z } from 'zod'
import { scopes } from '../../../operation/actor.ts'
import { ServiceError } from '../../../operation/errors.ts'
import { timestamp } from '../../../operation/shapes.ts'
import type { AccessContext } from '../access-context.ts'
import { keyedHash } from '../keys/hashing-key.ts'
import { readUserCode } from '../passwords/random-text.ts'
import { findKeyLoginByCode, type KeyLogin } from './key-login-store.ts'

export const loginLifetimeMs = 10 * 60_000
const keyLifetimeDays = 90

export const keyEndOf = (now: Date): Date => new Date(now.getTime() + keyLifetimeDays * 86_400_000)

export const userCode = z.string().min(1).max(40).describe('The code that the program shows.')
export const loginScopes = z.array(z.enum(scopes)).min(1).max(3)

export const KeyLoginRecord = z.object({
  name: z.string().describe('As the program names itself.'),
  address: z.string().nullable().describe('The network address that asked.'),
  scopes: z.array(z.enum(scopes)),
  expires_at: timestamp.describe('Until then it can be confirmed.'),
  key_expires_at: timestamp.describe('The end of the key.'),
})

export const loginPending = () =>
  new ServiceError('svc_login_pending', 'conflict', 'No person has confirmed this code yet. Ask again in 5 seconds.')

export const loginEnded = () =>
  new ServiceError(
    'svc_login_ended',
    'gone',
    'This code is unknown, used or older than 10 minutes. Start again: flotilla login.',
  )

export const deviceHashOf = ({ access }: Pick<AccessContext, 'access'>, code: string): string =>
  keyedHash(access.hashingKey, 'key login', code)

export const codeHashOf = ({ access }: Pick<AccessContext, 'access'>, code: string): string =>
  keyedHash(access.hashingKey, 'key login code', code)

/** A request that is not confirmed yet, by the code that a person typed. */
export async function requireKeyLogin(
  context: Pick<AccessContext, 'access' | 'db' | 'clock'>,
  code: string,
): Promise<KeyLogin> {
  const bare = readUserCode(code)
  const found = bare && (await findKeyLoginByCode(context.db, codeHashOf(context, bare), context.clock.now()))
  if (!found) throw loginEnded()
  return found
}
