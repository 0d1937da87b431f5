import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { ShownSettings, showSettings } from '../describe-settings.ts'
import { globalSettings } from '../monitor-settings.ts'

export const getGlobalMonitorSettings = operation({
  name: 'get-global-monitor-settings',
  summary: 'Show how sites are checked whose monitors have no settings of their own.',
  effect: 'read',
  permission: 'monitors.read',
  input: z.strictObject({}),
  output: ShownSettings,
}).does(async (_input, { settings }) => showSettings(globalSettings(settings)))
