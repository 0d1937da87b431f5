import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { fieldsAreShared } from '../client-errors.ts'
import { FieldRef, toField } from '../custom-field.ts'
import { countClientsWithField, deleteField, requireField } from '../custom-field-store.ts'

export const deleteClientField = operation({
  name: 'delete-client-field',
  summary: 'Delete a custom field and the values that clients have for it.',
  effect: 'destroy',
  audit: 'one-transaction',
  permission: 'clients.manage',
  stepUp: true,
  input: z.strictObject({ id_name: FieldRef }),
  output: z.object({ deleted: z.literal(true), field_id: z.int(), name: z.string(), clients_affected: z.int() }),
})
  .plans(async ({ id_name }, { db, actor }) => {
    if (actor.limits) throw fieldsAreShared()
    const field = await requireField(db, id_name)
    const clients = await countClientsWithField(db, field.id)
    return {
      field_id: field.id,
      would_affect: [toField(field)],
      clients_affected: clients,
      warnings: clients > 0 ? [`The values of ${clients} client(s) would be lost.`] : [],
    }
  })
  .does(async ({ id_name }, { db, actor }) => {
    if (actor.limits) throw fieldsAreShared()
    return db.transaction().execute(async (trx) => {
      const field = await requireField(trx, id_name, { lock: true })
      const clients_affected = await countClientsWithField(trx, field.id)
      await deleteField(trx, field.id)
      return { deleted: true as const, field_id: field.id, name: field.name, clients_affected }
    })
  })
