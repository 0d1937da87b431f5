import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { checkPassword, knownLogin } from '../passwords/check-password.ts'
import { completeSignIn, signInAnswer, sourceOf } from '../sign-in/complete-sign-in.ts'
import { presentedPassword } from '../users/user.ts'

export const signIn = operation({
  name: 'sign-in',
  summary: 'Open a dashboard session with user name and password. Every change in this session must send csrf_token.',
  effect: 'change',
  audit: 'own-events',
  permission: 'public',
  aliases: { username: 'login' },
  input: z.strictObject({ login: z.string().min(1).max(60), password: presentedPassword }),
  // People sometimes type their password into the field of the user name: only an existing login is recorded.
  subject: async ({ login }, { db }) => JSON.stringify(await knownLogin(db, login)),
  output: signInAnswer,
})
  // Reveals nothing about login and password: dry runs are not rate-limited.
  .plans(async () => ({ would_affect: [] }))
  .does(async ({ login, password }, ctx) => {
    const source = sourceOf(ctx.actor)
    const user = await checkPassword(ctx, login, password, { ...source, puzzle: ctx.actor.puzzle ?? null })
    return completeSignIn(ctx, { user, way: 'password', proven: ['password'], source })
  })
