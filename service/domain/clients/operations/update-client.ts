import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { ClientDetail, ClientRef } from '../client.ts'
import { clientNotFound } from '../client-errors.ts'
import { ClientInput, toColumns } from '../client-input.ts'
import { sitesToChange } from '../client-status.ts'
import { findClient, requireFreeEmail } from '../client-store.ts'
import { warnOfNewFields } from '../custom-values.ts'
import { compatRecord, toBrief, toDetail } from '../describe-client.ts'
import { editClient, requireOwnEmail } from '../edit-client.ts'
import { requireClient } from '../find-client.ts'
import { planMoves, warnOfMoves } from '../site-moves.ts'

export const updateClient = operation({
  name: 'update-client',
  ability: 'svc/update-client-v1',
  category: 'svc-clients',
  summary: 'Change a client: what is left out stays, null or "" clears, selected_sites replaces the sites it has.',
  effect: 'change',
  idempotent: true,
  permission: 'clients.manage',
  input: z.strictObject({ client_id_or_email: ClientRef, ...ClientInput.shape }),
  output: ClientDetail,
  compat: compatRecord,
})
  .plans(async ({ client_id_or_email, ...written }, context) => {
    const { db, actor } = context
    const client = await requireClient(context, client_id_or_email)
    await sitesToChange(context, client.id)
    requireOwnEmail(actor, written, client.email)
    await requireFreeEmail(db, toColumns(written).email, client.id)
    const warnings = await warnOfNewFields(db, written.custom_fields, actor.limits)
    if (written.selected_sites !== undefined) {
      warnings.unshift(...warnOfMoves(await planMoves(db, client, written.selected_sites ?? [], actor.limits)))
    }
    const isNothing = Object.values(written).every((value) => value === undefined)
    return {
      client_id: client.id,
      client_name: client.name,
      would_affect: isNothing ? [] : [toBrief(client)],
      warnings,
    }
  })
  .does(async ({ client_id_or_email, ...written }, context) => {
    const { id } = await requireClient(context, client_id_or_email)
    await editClient(context, id, written)
    // Without the check for limits: a key that gave all its sites away still learns how the edit ended.
    const client = await findClient(context.db, id, context.actor.limits)
    if (!client) throw clientNotFound(client_id_or_email)
    return toDetail(client)
  })
