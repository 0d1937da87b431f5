import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { ClientDetail } from '../client.ts'
import { ClientName, clientFields, toClientColumns } from '../client-input.ts'
import { requireFreeEmail } from '../client-store.ts'
import { describeNewFields } from '../custom-values.ts'
import { toClientDetail } from '../describe-client.ts'
import { createClient, requireOwnEmail, requireOwnSites } from '../edit-client.ts'
import { requireClient } from '../find-client.ts'
import { describeMoves, planMoves } from '../site-moves.ts'

export const addClient = operation({
  name: 'add-client',
  ability: 'svc/add-client-v1',
  category: 'svc-clients',
  summary: 'Add a client with its sites and custom fields.',
  effect: 'change',
  audit: 'one-transaction',
  permission: 'clients.manage',
  input: z.strictObject({ name: ClientName, ...clientFields }),
  output: ClientDetail,
})
  .plans(async (input, { db, actor }) => {
    requireOwnSites(actor, input)
    requireOwnEmail(actor, input, null)
    const { name, email = null } = toClientColumns(input)
    await requireFreeEmail(db, email)
    const newFields = await describeNewFields(db, input.custom_fields, actor.limits)
    const moves = await planMoves(db, { id: null, status: 'active' }, input.selected_sites ?? [], actor.limits)
    return { would_affect: [{ name, email: email ?? '' }], warnings: [...describeMoves(moves), ...newFields] }
  })
  .does(async (input, context) => {
    const id = await createClient(context, input)
    return toClientDetail(await requireClient(context, id))
  })
