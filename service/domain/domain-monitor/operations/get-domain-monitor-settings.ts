import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { DomainMonitorSettings, readDomainMonitorSettings } from '../bootstrap-settings.ts'

export const getDomainMonitorSettings = operation({
  name: 'get-domain-monitor-settings',
  summary: 'Read where the list of domain registries comes from, and how old it is.',
  effect: 'read',
  permission: 'domain-monitor.read',
  requires: 'domain-monitor',
  input: z.strictObject({}),
  output: DomainMonitorSettings,
}).does((_input, context) => readDomainMonitorSettings(context))
