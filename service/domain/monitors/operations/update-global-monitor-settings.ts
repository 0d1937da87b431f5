import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { ShownMonitorSettings, showMonitorSettings } from '../describe-settings.ts'
import { changeGlobalSettings, planGlobalSettings } from '../global-settings.ts'
import { globalFields } from '../settings-input.ts'

export const updateGlobalMonitorSettings = operation({
  name: 'update-global-monitor-settings',
  summary: 'Change the settings of uptime monitors without their own settings; null restores the default.',
  effect: 'change',
  idempotent: true,
  audit: 'own-transaction',
  permission: 'settings.manage',
  input: z.strictObject(globalFields).partial(),
  output: ShownMonitorSettings,
})
  .plans(async (input, context) => ({ would_affect: await planGlobalSettings(context, input) }))
  .does(async (input, context) => showMonitorSettings(await changeGlobalSettings(context, input)))
