import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { changeTimeSettings, checkTimeSettings, readGlobalSettings } from '../read-settings.ts'
import { settingsInput, TimeSettings } from '../time-settings.ts'

export const updateTimeSettings = operation({
  name: 'update-time-settings',
  summary: 'Change how time is rounded and money formatted for all clients; null restores the default.',
  effect: 'change',
  idempotent: true,
  audit: 'one-transaction',
  permission: 'settings.manage',
  requires: 'time-tracker',
  input: z.strictObject(settingsInput),
  output: TimeSettings,
})
  .plans(async (input, { db }) => ({ would_affect: await checkTimeSettings(db, null, input) }))
  .does(async (input, context) => {
    await changeTimeSettings(context, null, input)
    return readGlobalSettings(context)
  })
