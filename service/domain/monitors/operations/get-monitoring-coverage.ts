import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { MonitoringSummary, summarizeMonitoring } from '../summarize-monitoring.ts'

export const getMonitoringCoverage = operation({
  name: 'get-monitoring-coverage',
  summary: 'Count the sites whose uptime is monitored, and those that were checked.',
  effect: 'read',
  permission: 'monitors.read',
  input: z.strictObject({}),
  output: MonitoringSummary,
}).does((_input, context) => summarizeMonitoring(context))
