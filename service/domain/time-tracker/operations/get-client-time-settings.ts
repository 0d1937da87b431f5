import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { ClientRef, requireClient } from '../../clients/index.ts'
import { ClientTimeSettings, readClientSettings } from '../read-settings.ts'

export const getClientTimeSettings = operation({
  name: 'get-client-time-settings',
  summary: 'Read how time is rounded and money formatted for a client, and which settings are its own.',
  effect: 'read',
  permission: 'time-tracker.read',
  requires: 'time-tracker',
  input: z.strictObject({ client_id_or_email: ClientRef }),
  output: ClientTimeSettings,
}).does(async ({ client_id_or_email }, context) => {
  const { id } = await requireClient(context, client_id_or_email)
  return readClientSettings(context, id)
})
