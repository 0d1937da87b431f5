import { z } from 'zod'
import { requireUserId } from '../../../operation/actor.ts'
import { operation } from '../../../operation/operation.ts'
import { changeAccess } from '../access-changes.ts'
import { insertIdentity } from '../oidc/identity-store.ts'
import { alreadyLinked, noMatchingGroup, ssoLoginNotFound } from '../oidc/oidc-errors.ts'
import { callbackInput, finishLogin } from '../oidc/oidc-login.ts'
import { accessUntil, findMapping, findRights } from '../oidc/sign-in-person.ts'
import { requireAnotherAdministrator } from '../users/user-changes.ts'

export const linkIdentity = operation({
  name: 'link-identity',
  summary: 'Finish linking your user to your account at the identity provider, in the session that started it.',
  effect: 'change',
  audit: 'own-transaction',
  permission: 'own',
  input: callbackInput,
  subject: () => 'single sign-on',
  output: z.object({ linked: z.literal(true), issuer: z.string() }),
})
  .plans(async () => ({ would_affect: [] }))
  .does(async (input, context) => {
    const { actor, clock } = context
    const userId = requireUserId(actor)
    const { login, issuer, subject, groups, settings } = await finishLogin(context, input, actor.sessionId)
    if (login.user_id !== userId) throw ssoLoginNotFound()
    // Otherwise the next sign-in would end the access of the user.
    const mapping = findMapping(settings.mappings, groups)
    const now = clock.now()
    await changeAccess(context, userId, async (trx) => {
      if (!(await findRights(trx, mapping))) throw noMatchingGroup()
      await requireAnotherAdministrator(trx, userId, { lock: true })
      const row = { issuer, subject, user_id: userId, created_at: now, last_sign_in_at: now }
      const isNew = await insertIdentity(trx, { ...row, access_until: accessUntil(now, settings.key_days) })
      if (!isNew) throw alreadyLinked()
    })
    return { linked: true, issuer }
  })
