import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { fieldsAreShared, fieldTaken } from '../client-errors.ts'
import { CustomField, FieldDescription, NewFieldName, toField } from '../custom-field.ts'
import { insertField, requireFreeFieldName } from '../custom-field-store.ts'

export const addClientField = operation({
  name: 'add-client-field',
  summary: 'Add a custom field for clients.',
  effect: 'change',
  audit: 'one-transaction',
  permission: 'clients.manage',
  input: z.strictObject({ name: NewFieldName, description: FieldDescription.nullable().optional() }),
  output: CustomField,
})
  .plans(async ({ name, description }, { db, actor }) => {
    if (actor.limits) throw fieldsAreShared()
    await requireFreeFieldName(db, name.trim())
    return { would_affect: [{ name: name.trim(), description: description?.trim() ?? '' }] }
  })
  .does(async ({ name, description }, { db, actor, clock }) => {
    if (actor.limits) throw fieldsAreShared()
    const values = { name: name.trim(), description: description?.trim() ?? '' }
    const field = await insertField(db, values, clock.now())
    if (!field) throw fieldTaken(values.name)
    return toField(field)
  })
