import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { settingsForAll } from '../read-settings.ts'
import { TimeSettings } from '../time-settings.ts'

export const getTimeSettings = operation({
  name: 'get-time-settings',
  summary: 'Read how time is rounded and money written, for all clients that have no settings of their own.',
  effect: 'read',
  permission: 'time-tracker.read',
  requires: 'time-tracker',
  input: z.strictObject({}),
  output: TimeSettings,
}).does((_input, context) => settingsForAll(context))
