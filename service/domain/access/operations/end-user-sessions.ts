import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { reviseAccess } from '../revocation.ts'
import { idleSince } from '../session.ts'
import { deleteSessions, listSessions } from '../session-store.ts'
import { userId } from '../user.ts'
import { requireUser } from '../user-store.ts'

export const endUserSessions = operation({
  name: 'end-user-sessions',
  summary: 'Sign a person out everywhere.',
  effect: 'destroy',
  idempotent: true,
  permission: 'access.manage',
  input: z.strictObject({ id: userId }),
  output: z.object({ id: z.int(), ended: z.int() }),
})
  .plans(async ({ id }, { db, clock }) => {
    await requireUser(db, id)
    const now = clock.now()
    const sessions = await listSessions(db, id, now, idleSince(now))
    return { id, would_affect: sessions.map((session) => ({ id: session.id })) }
  })
  .does(async ({ id }, { db }) => {
    await requireUser(db, id)
    return { id, ended: await reviseAccess(db, id, (trx) => deleteSessions(trx, id)) }
  })
