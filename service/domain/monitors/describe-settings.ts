import { z } from 'zod'
import { formatFrequency } from './describe-monitor.ts'
import {
  effectiveSettings,
  type MonitorSettings,
  monitorTypes,
  type OwnSettings,
  probeMethods,
} from './monitor-settings.ts'

const useGlobal = z.literal('useglobal')

const values = {
  active: z.boolean(),
  interval: z.string(),
  timeout: z.string().describe('Milliseconds.'),
  maxretries: z.int(),
  type: z.enum(monitorTypes),
  method: z.enum(probeMethods),
  expected_status: z.string(),
  keyword: z.string(),
}

/** The effective settings, with API field names. */
export const ShownMonitorSettings = z.object(values)

/** A monitor's own settings and the effective ones. */
export const OwnShownSettings = z.object({
  monitor_id: z.int(),
  active: z.union([values.active, useGlobal]),
  interval: z.union([values.interval, useGlobal]),
  timeout: z.union([values.timeout, useGlobal]),
  maxretries: z.union([values.maxretries, useGlobal]),
  type: z.union([values.type, useGlobal]),
  method: z.union([values.method, useGlobal]),
  expected_status: z.union([values.expected_status, useGlobal]),
  keyword: z.union([values.keyword, useGlobal]),
  monitoring_emails: z.array(z.string()),
  effective: ShownMonitorSettings,
})

export const showMonitorSettings = (settings: MonitorSettings): z.input<typeof ShownMonitorSettings> => ({
  active: settings.active,
  interval: formatFrequency(settings.intervalSeconds),
  timeout: String(settings.timeoutMs),
  maxretries: settings.maxRetries,
  type: settings.type,
  method: settings.method,
  expected_status: settings.expectedStatus,
  keyword: settings.keyword,
})

export function showOwnSettings(
  siteId: number,
  own: OwnSettings,
  emails: string[],
  global: MonitorSettings,
): z.input<typeof OwnShownSettings> {
  return {
    monitor_id: siteId,
    active: own.active ?? 'useglobal',
    interval: own.intervalSeconds === null ? 'useglobal' : formatFrequency(own.intervalSeconds),
    timeout: own.timeoutMs === null ? 'useglobal' : String(own.timeoutMs),
    maxretries: own.maxRetries ?? 'useglobal',
    type: own.type ?? 'useglobal',
    method: own.method ?? 'useglobal',
    expected_status: own.expectedStatus ?? 'useglobal',
    keyword: own.keyword ?? 'useglobal',
    monitoring_emails: emails,
    effective: showMonitorSettings(effectiveSettings(own, global)),
  }
}
