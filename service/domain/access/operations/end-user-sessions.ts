import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { changeAccess } from '../access-changes.ts'
import { endAccess, switchOffKeys } from '../end-access.ts'
import { requireRightsToManageUsers } from '../keys/key-rights.ts'
import { listApplicationPasswordRows } from '../passwords/application-password-store.ts'
import { openSince } from '../sessions/session.ts'
import { listSessions } from '../sessions/session-store.ts'
import { userId } from '../users/user.ts'
import { requireUser } from '../users/user-store.ts'

export const endUserSessions = operation({
  name: 'end-user-sessions',
  summary:
    'Sign a user out everywhere and revoke the application passwords. The login password stays; replace a stolen one with update-user.',
  effect: 'destroy',
  idempotent: true,
  audit: 'own-transaction',
  permission: 'access.manage',
  stepUp: true,
  input: z.strictObject({
    id: userId,
    application_passwords: z.boolean().default(true).describe('Whether application passwords are revoked, too.'),
    switch_off_keys: switchOffKeys,
  }),
  output: z.object({ id: z.int(), ended: z.int(), application_passwords: z.int(), keys: z.int() }),
})
  .plans(async ({ id, application_passwords }, { db, clock, settings, actor }) => {
    await requireRightsToManageUsers(db, actor)
    await requireUser(db, id)
    const sessions = await listSessions(db, id, openSince(settings, clock.now()))
    const passwords = application_passwords ? await listApplicationPasswordRows(db, id) : []
    const affected = [...sessions.map((session) => ({ id: session.id })), ...passwords.map(({ name }) => ({ name }))]
    return { id, would_affect: affected }
  })
  .does(async ({ id, application_passwords, switch_off_keys }, context) => {
    const { db, actor } = context
    await requireRightsToManageUsers(db, actor)
    await requireUser(db, id)
    const options = { applicationPasswords: application_passwords, keys: switch_off_keys }
    const ended = await changeAccess(context, 'everyone', (trx) => endAccess(trx, id, options))
    return { id, ended: ended.sessions, application_passwords: ended.applicationPasswords, keys: ended.keys }
  })
