import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { readGlobalSettings } from '../read-settings.ts'
import { TimeSettings } from '../time-settings.ts'

export const getTimeSettings = operation({
  name: 'get-time-settings',
  summary: 'Read how time is rounded and money formatted for clients without their own settings.',
  effect: 'read',
  permission: 'time-tracker.read',
  requires: 'time-tracker',
  input: z.strictObject({}),
  output: TimeSettings,
}).does((_input, context) => readGlobalSettings(context))
