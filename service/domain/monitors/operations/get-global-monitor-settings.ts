import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { ShownMonitorSettings, showMonitorSettings } from '../describe-settings.ts'
import { globalSettings } from '../monitor-settings.ts'

export const getGlobalMonitorSettings = operation({
  name: 'get-global-monitor-settings',
  summary: 'Show the settings of uptime monitors without their own settings.',
  effect: 'read',
  permission: 'monitors.read',
  input: z.strictObject({}),
  output: ShownMonitorSettings,
}).does(async (_input, { settings }) => showMonitorSettings(globalSettings(settings)))
