import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { ClientDetail, ClientRef } from '../client.ts'
import { clientNotFound } from '../client-errors.ts'
import { ClientInput, toClientColumns } from '../client-input.ts'
import { sitesToChange } from '../client-status.ts'
import { findClient, requireFreeEmail } from '../client-store.ts'
import { describeNewFields } from '../custom-values.ts'
import { toClientBrief, toClientDetail } from '../describe-client.ts'
import { editClient, requireOwnEmail } from '../edit-client.ts'
import { requireClient } from '../find-client.ts'
import { describeMoves, planMoves } from '../site-moves.ts'

export const updateClient = operation({
  name: 'update-client',
  ability: 'svc/update-client-v1',
  category: 'svc-clients',
  summary: 'Change a client: omitted fields stay, null or "" clears, selected_sites replaces its sites.',
  effect: 'change',
  idempotent: true,
  audit: 'one-transaction',
  permission: 'clients.manage',
  input: z.strictObject({ client_id_or_email: ClientRef, ...ClientInput.shape }),
  output: ClientDetail,
})
  .plans(async ({ client_id_or_email, ...input }, context) => {
    const { db, actor } = context
    const client = await requireClient(context, client_id_or_email)
    await sitesToChange(context, client.id)
    requireOwnEmail(actor, input, client.email)
    await requireFreeEmail(db, toClientColumns(input).email, client.id)
    const warnings = await describeNewFields(db, input.custom_fields, actor.limits)
    if (input.selected_sites !== undefined) {
      warnings.unshift(...describeMoves(await planMoves(db, client, input.selected_sites ?? [], actor.limits)))
    }
    const isEmpty = Object.values(input).every((value) => value === undefined)
    return {
      client_id: client.id,
      client_name: client.name,
      would_affect: isEmpty ? [] : [toClientBrief(client)],
      warnings,
    }
  })
  .does(async ({ client_id_or_email, ...input }, context) => {
    const { id } = await requireClient(context, client_id_or_email)
    await editClient(context, id, input)
    // Not requireClient: a key that removed all its sites from the client still gets the result.
    const client = await findClient(context.db, id, context.actor.limits)
    if (!client) throw clientNotFound(client_id_or_email)
    return toClientDetail(client)
  })
