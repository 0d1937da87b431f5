import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { changeSettings, checkSettings, settingsForAll } from '../read-settings.ts'
import { settingsInput, TimeSettings } from '../time-settings.ts'

export const updateTimeSettings = operation({
  name: 'update-time-settings',
  summary: 'Change how time is rounded and money written for all clients; null means as it was from the start.',
  effect: 'change',
  idempotent: true,
  permission: 'settings.manage',
  requires: 'time-tracker',
  input: z.strictObject(settingsInput),
  output: TimeSettings,
})
  .plans(async (written, { db }) => ({ would_affect: await checkSettings(db, null, written) }))
  .does(async (written, context) => {
    await changeSettings(context, null, written)
    return settingsForAll(context)
  })
