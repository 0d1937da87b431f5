import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { ClientDetail } from '../client.ts'
import { ClientName, inputFields, toColumns } from '../client-input.ts'
import { findClient, requireFreeEmail } from '../client-store.ts'
import { warnOfNewFields } from '../custom-values.ts'
import { compatRecord, toDetail } from '../describe-client.ts'
import { createClient, requireOwnEmail, requireOwnSites } from '../edit-client.ts'
import { planMoves, warnOfMoves } from '../site-moves.ts'

export const addClient = operation({
  name: 'add-client',
  ability: 'svc/add-client-v1',
  category: 'svc-clients',
  summary: 'Add a client, with its sites and custom fields if wanted.',
  effect: 'change',
  permission: 'clients.manage',
  input: z.strictObject({ name: ClientName, ...inputFields }),
  output: ClientDetail,
  compat: compatRecord,
})
  .plans(async (written, { db, actor }) => {
    requireOwnSites(actor, written)
    requireOwnEmail(actor, written, null)
    const { name, email = null } = toColumns(written)
    await requireFreeEmail(db, email)
    const newFields = await warnOfNewFields(db, written.custom_fields, actor.limits)
    const moves = await planMoves(db, { id: null, status: 'active' }, written.selected_sites ?? [], actor.limits)
    return { would_affect: [{ name, email }], warnings: [...warnOfMoves(moves), ...newFields] }
  })
  .does(async (written, context) => {
    const id = await createClient(context, written)
    return toDetail((await findClient(context.db, id, context.actor.limits))!)
  })
