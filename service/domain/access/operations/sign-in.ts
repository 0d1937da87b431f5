import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { isoTime, timestamp } from '../../../operation/shapes.ts'
import { checkPassword, knownLogin } from '../passwords/check-password.ts'
import { openSession } from '../sessions/session.ts'
import { presentedPassword, toUserRecord, userRecord } from '../users/user.ts'

export const signIn = operation({
  name: 'sign-in',
  summary: 'Open a dashboard session with user name and password. Every change in this session must send csrf_token.',
  effect: 'change',
  audit: 'own-transaction',
  permission: 'public',
  aliases: { username: 'login' },
  input: z.strictObject({ login: z.string().min(1).max(60), password: presentedPassword }),
  // People sometimes type their password into the field of the user name: only an existing login is recorded.
  subject: async ({ login }, { db }) => JSON.stringify({ login: await knownLogin(db, login) }),
  output: z.object({
    session_token: z.string(),
    csrf_token: z.string(),
    expires_at: timestamp,
    must_change_password: z.boolean(),
    user: userRecord,
  }),
})
  // Reveals nothing about login and password: dry runs are not rate-limited.
  .plans(async () => ({ would_affect: [] }))
  .does(async ({ login, password }, ctx) => {
    const { address, device = null } = ctx.actor
    const user = await checkPassword(ctx, login, password, { address, device })
    const { token, csrfToken, expiresAt } = await openSession(ctx, user, { address, device })
    return {
      session_token: token,
      csrf_token: csrfToken,
      expires_at: isoTime(expiresAt),
      must_change_password: user.must_change_password,
      user: toUserRecord({ ...user, last_sign_in_at: ctx.clock.now() }),
    }
  })
