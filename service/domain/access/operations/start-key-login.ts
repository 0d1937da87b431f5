import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { isoTime, timestamp } from '../../../operation/shapes.ts'
import { codeHashOf, deviceHashOf, loginLifetimeMs, loginScopes } from '../key-logins/key-login.ts'
import { insertKeyLogin } from '../key-logins/key-login-store.ts'
import { countRequest, networkOfAddress } from '../passwords/failure-limit.ts'
import { newSessionToken, newUserCode } from '../passwords/random-text.ts'
import { oneLineText } from '../users/user.ts'

export const startKeyLogin = operation({
  name: 'start-key-login',
  summary:
    'Ask for a key as a program: a person types the code in the dashboard, on the page /connect. Fetch the key with the device code: POST /access/key-logins/finish.',
  effect: 'change',
  audit: 'own-events',
  permission: 'public',
  input: z.strictObject({
    // A stranger chooses it, and a person decides by it: nothing that is not seen, or that changes the order of others.
    name: oneLineText(60)
      .min(1)
      .regex(/^\P{C}*$/u, 'must not contain invisible characters')
      .describe('How the program and its machine are called.'),
    scopes: loginScopes.default(['read', 'write', 'delete']),
  }),
  subject: () => '',
  output: z.object({
    device_code: z.string(),
    user_code: z.string(),
    path: z.string().describe('Of the page for the code.'),
    interval: z.int().describe('Seconds between two attempts to fetch the key.'),
    expires_at: timestamp,
  }),
})
  .plans(async () => ({ would_affect: [] }))
  .does(async ({ name, scopes }, context) => {
    const { db, clock, actor } = context
    const network = networkOfAddress(actor.address)
    await countRequest(context, `key logins from ${network}`, { failures: 10, windowMs: 60_000 })
    const [deviceCode, code] = [newSessionToken(), newUserCode()]
    const expires_at = new Date(clock.now().getTime() + loginLifetimeMs)
    const hashes = {
      device_hash: deviceHashOf(context, deviceCode),
      code_hash: codeHashOf(context, code.replace('-', '')),
    }
    await insertKeyLogin(db, { ...hashes, name, address: actor.address, scopes, expires_at })
    return { device_code: deviceCode, user_code: code, path: '/connect', interval: 5, expires_at: isoTime(expires_at) }
  })
