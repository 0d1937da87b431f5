import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { requireAnotherAdministrator } from '../administrators.ts'
import { requireRightsOverPeople } from '../handing-out.ts'
import { reviseAccess } from '../revocation.ts'
import { userId } from '../user.ts'
import { deleteUser as removeUser, requireUser } from '../user-store.ts'

export const deleteUser = operation({
  name: 'delete-user',
  summary: 'Delete a person with their sessions, application passwords and API keys.',
  effect: 'destroy',
  permission: 'access.manage',
  input: z.strictObject({ id: userId }),
  output: z.object({ deleted: z.literal(true), id: z.int(), login: z.string() }),
})
  .plans(async ({ id }, { db, actor }) => {
    await requireRightsOverPeople(db, actor)
    const user = await requireUser(db, id)
    await requireAnotherAdministrator(db, id)
    return { id, would_affect: [{ id, login: user.login }], warnings: ['Their API keys stop working.'] }
  })
  .does(async ({ id }, { db, actor }) => {
    await requireRightsOverPeople(db, actor)
    const { login } = await reviseAccess(db, id, async (trx) => {
      const user = await requireUser(trx, id)
      await requireAnotherAdministrator(trx, id, { lock: true })
      await removeUser(trx, id)
      return user
    })
    return { deleted: true, id, login }
  })
