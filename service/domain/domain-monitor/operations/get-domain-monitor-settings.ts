import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { DomainMonitorSettings, readDomainMonitorSettings } from '../bootstrap-settings.ts'

export const getDomainMonitorSettings = operation({
  name: 'get-domain-monitor-settings',
  summary: 'Read the address and age of the list of domain registries.',
  effect: 'read',
  permission: 'domain-monitor.read',
  requires: 'domain-monitor',
  input: z.strictObject({}),
  output: DomainMonitorSettings,
}).does((_input, context) => readDomainMonitorSettings(context))
