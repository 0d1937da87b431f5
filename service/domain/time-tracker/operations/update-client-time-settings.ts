import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { ClientRef, requireClient } from '../../clients/index.ts'
import { requireClientsWithinLimits } from '../limits.ts'
import { ClientTimeSettings, changeTimeSettings, checkTimeSettings, readClientSettings } from '../read-settings.ts'
import { settingsInput } from '../time-settings.ts'

export const updateClientTimeSettings = operation({
  name: 'update-client-time-settings',
  summary: 'Change how time is rounded and money formatted for one client; null selects the global setting.',
  effect: 'change',
  idempotent: true,
  audit: 'one-transaction',
  permission: 'time-tracker.manage',
  requires: 'time-tracker',
  input: z.strictObject({
    client_id_or_email: ClientRef,
    ...settingsInput,
    own: z
      .array(z.string())
      .optional()
      .describe('Names of the settings that the client has itself; all others become global, whatever their value.'),
  }),
  output: ClientTimeSettings,
  readOnly: ['client_id'],
})
  .plans(async ({ client_id_or_email, own, ...given }, context) => {
    const input = withOwnOnly(given, own)
    const { id } = await requireClient(context, client_id_or_email)
    await requireClientsWithinLimits(context.db, 'client', [id], context.actor.limits)
    return { client_id: id, would_affect: await checkTimeSettings(context.db, id, input) }
  })
  .does(async ({ client_id_or_email, own, ...given }, context) => {
    const input = withOwnOnly(given, own)
    const { id } = await requireClient(context, client_id_or_email)
    await requireClientsWithinLimits(context.db, 'client', [id], context.actor.limits)
    await changeTimeSettings(context, id, input)
    return readClientSettings(context, id)
  })

/** A client's settings as they are read contain the global values too; `own` tells them apart. */
function withOwnOnly<Given extends object>(given: Given, own: readonly string[] | undefined): Given {
  if (own === undefined) return given
  const entries = Object.entries(given).map(([key, value]) => [key, own.includes(key) ? value : null])
  // Every setting may be null, and no other key is added.
  return Object.fromEntries(entries) as Given
}
