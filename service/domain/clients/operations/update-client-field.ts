import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { fieldsAreShared } from '../client-errors.ts'
import { CustomField, FieldDescription, FieldRef, NewFieldName, toField } from '../custom-field.ts'
import { requireField, requireFreeFieldName, updateField } from '../custom-field-store.ts'

export const updateClientField = operation({
  name: 'update-client-field',
  summary: 'Change the name or description of a custom field of clients; values stay.',
  effect: 'change',
  idempotent: true,
  audit: 'one-transaction',
  permission: 'clients.manage',
  input: z.strictObject({
    id_name: FieldRef,
    name: NewFieldName.optional(),
    description: FieldDescription.nullable().optional(),
  }),
  output: CustomField,
})
  .plans(async ({ id_name, name }, { db, actor }) => {
    if (actor.limits) throw fieldsAreShared()
    const field = await requireField(db, id_name)
    if (name !== undefined) await requireFreeFieldName(db, name.trim(), field.id)
    return { field_id: field.id, would_affect: [toField(field)] }
  })
  .does(async ({ id_name, name, description }, { db, actor }) => {
    if (actor.limits) throw fieldsAreShared()
    const field = await requireField(db, id_name)
    const changes = {
      ...(name !== undefined && { name: name.trim() }),
      ...(description !== undefined && { description: description?.trim() ?? '' }),
    }
    return toField(Object.keys(changes).length === 0 ? field : await updateField(db, field.id, changes))
  })
