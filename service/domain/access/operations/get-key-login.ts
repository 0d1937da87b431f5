import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { isoTime } from '../../../operation/shapes.ts'
import { KeyLoginRecord, keyEndOf, requireKeyLogin, userCode } from '../key-logins/key-login.ts'
import { countRequest } from '../passwords/failure-limit.ts'
import { requireSessionId } from '../sessions/session.ts'

export const getKeyLogin = operation({
  name: 'get-key-login',
  summary: 'Get the program that shows this code and asks for a key: its name, address and scopes.',
  effect: 'read',
  permission: 'own',
  input: z.strictObject({ code: userCode }),
  output: KeyLoginRecord,
}).does(async ({ code }, context) => {
  // A code has 40 bits; it must not be found by trying.
  await countRequest(context, `login codes of session ${requireSessionId(context.actor)}`, {
    failures: 20,
    windowMs: 60_000,
  })
  const { name, address, scopes, expires_at } = await requireKeyLogin(context, code)
  const end = keyEndOf(context.clock.now())
  return {
    ...{ name, address },
    scopes: scopes.filter((scope) => scope !== 'metrics'),
    expires_at: isoTime(expires_at),
    key_expires_at: isoTime(end),
  }
})
