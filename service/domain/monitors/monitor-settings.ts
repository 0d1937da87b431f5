import type { Context } from '../../operation/context.ts'
import type { Settings } from '../../operation/settings.ts'
import { monitoringDefaults } from '../settings/index.ts'
import { readExpectedStatus } from './expected-status.ts'

export const monitorTypes = ['http', 'keyword', 'ping'] as const
export type MonitorType = (typeof monitorTypes)[number]

export const probeMethods = ['head', 'get', 'post', 'put', 'patch', 'delete'] as const
export type ProbeMethod = (typeof probeMethods)[number]

/** How a site is checked. */
export interface MonitorSettings {
  active: boolean
  intervalSeconds: number
  timeoutMs: number
  /** Further checks after a failed one before the site counts as down. */
  maxRetries: number
  type: MonitorType
  method: ProbeMethod
  /** `200-206,301`. */
  expectedStatus: string
  keyword: string
}

/** A monitor's own settings; null: use the global one. */
export type OwnSettings = { [Name in keyof MonitorSettings]: MonitorSettings[Name] | null }

/** The columns of these settings. */
export interface OwnColumns {
  active: boolean | null
  interval_seconds: number | null
  timeout_ms: number | null
  max_retries: number | null
  type: MonitorType | null
  method: ProbeMethod | null
  expected_status: string | null
  keyword: string | null
}

export const ownSettings = (row: OwnColumns): OwnSettings => ({
  active: row.active,
  intervalSeconds: row.interval_seconds,
  timeoutMs: row.timeout_ms,
  maxRetries: row.max_retries,
  type: row.type,
  method: row.method,
  expectedStatus: row.expected_status,
  keyword: row.keyword,
})

/** Settings of monitors without their own. */
export function globalSettings(settings: Settings): MonitorSettings {
  const { retries, expectedStatus, method, retentionDays: _, ...rest } = monitoringDefaults(settings)
  return {
    ...rest,
    maxRetries: retries,
    method: readMethod(method),
    expectedStatus: readExpectedStatus(expectedStatus) ?? '200-206',
  }
}

export interface MonitorRules {
  /** Whether monitors without a setting of their own are on. */
  activeByDefault: boolean
  /** The interval of monitors without one of their own. */
  monitorSeconds: number
  now: Date
}

export function monitorRules({ settings, clock }: Pick<Context, 'settings' | 'clock'>): MonitorRules {
  const { active, intervalSeconds } = globalSettings(settings)
  return { activeByDefault: active, monitorSeconds: intervalSeconds, now: clock.now() }
}

/** Clients of the established product send push for PUT. */
export const readMethod = (name: ProbeMethod | 'push'): ProbeMethod => (name === 'push' ? 'put' : name)

/** The settings that apply to one monitor. */
export function effectiveSettings(own: OwnSettings, global: MonitorSettings): MonitorSettings {
  return {
    active: own.active ?? global.active,
    intervalSeconds: own.intervalSeconds ?? global.intervalSeconds,
    timeoutMs: own.timeoutMs ?? global.timeoutMs,
    maxRetries: own.maxRetries ?? global.maxRetries,
    type: own.type ?? global.type,
    method: own.method ?? global.method,
    expectedStatus: own.expectedStatus ?? global.expectedStatus,
    keyword: own.keyword ?? global.keyword,
  }
}
