import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { idList, page, paged, perPage, search } from '../../../operation/shapes.ts'
import { CustomField, toField } from '../custom-field.ts'
import { listCustomFields } from '../custom-field-store.ts'

export const listClientFields = operation({
  name: 'list-client-fields',
  summary: 'List the custom fields that clients can have.',
  effect: 'read',
  permission: 'clients.read',
  input: z.strictObject({ page, per_page: perPage(20, 100), search, include: idList, exclude: idList }),
  output: paged(CustomField),
}).does(async ({ page, per_page, ...filter }, { db }) => {
  const { fields, total } = await listCustomFields(db, filter, page, per_page)
  return { items: fields.map(toField), page, per_page, total }
})
