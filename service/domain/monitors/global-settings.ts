import type { Context } from '../../operation/context.ts'
import { invalidInput, refusedFields } from '../../operation/errors.ts'
import { present } from '../../platform/present.ts'
import { typedEntries } from '../../platform/typed-keys.ts'
import {
  changeSettings,
  monitoring,
  planChange,
  readInterval,
  readMilliseconds,
  type SettingsInput,
  statusCodes,
} from '../settings/index.ts'
import { isExpected, readExpectedStatus } from './expected-status.ts'
import { globalSettings, type MonitorSettings } from './monitor-settings.ts'
import type { GlobalSettingsInput } from './settings-input.ts'

/** The global monitor settings are stored in the settings group `monitoring` and also served under /monitors. */
const keys = {
  active: 'svc_uptime_monitoring_active',
  interval: 'svc_uptime_monitoring_interval',
  interval_seconds: 'svc_uptime_monitoring_interval_seconds',
  timeout: 'svc_uptime_monitoring_timeout',
  maxretries: 'svc_uptime_monitoring_down_confirmation_check',
  type: 'svc_uptime_monitoring_type',
  method: 'svc_uptime_monitoring_method',
  expected_status: 'svc_uptime_monitoring_up_status_codes',
  keyword: 'svc_uptime_monitoring_keyword',
} as const

export async function changeGlobalSettings(
  context: Pick<Context, 'db' | 'clock' | 'settings' | 'recordChange' | 'actor' | 'queue'>,
  given: GlobalSettingsInput,
): Promise<MonitorSettings> {
  await renameParams(changeSettings(context, monitoring, toSettings(given)))
  return globalSettings(context.settings)
}

export const planGlobalSettings = ({ db }: Pick<Context, 'db'>, given: GlobalSettingsInput) =>
  renameParams(planChange(db, monitoring, toSettings(given)))

/** Reports validation errors under the field names that the caller used. */
const renameParams = <Result>(work: Promise<Result>) =>
  work.catch((error: unknown) => {
    const params = refusedFields(error)
    if (!params) throw error
    const own = Object.fromEntries(Object.entries(keys).map(([name, key]) => [key, name]))
    throw invalidInput(Object.fromEntries(Object.entries(params).map(([key, reason]) => [own[key] ?? key, reason])))
  })

function toSettings({ expected_status, method, interval, timeout, ...given }: GlobalSettingsInput): SettingsInput {
  const named = {
    ...given,
    // The settings store PUT under the established product's name for it.
    method: method === 'put' ? 'push' : method,
    expected_status: expected_status && toCodes(expected_status),
    timeout: timeout == null ? timeout : `${present(readMilliseconds(timeout), 'a checked timeout')}ms`,
    ...toIntervals(interval),
  }
  return Object.fromEntries(
    typedEntries(named).flatMap(([name, value]) => (value === undefined ? [] : [[keys[name], value]])),
  )
}

/** Whole minutes in the setting of the established product, others in seconds. */
function toIntervals(given: GlobalSettingsInput['interval']) {
  if (given === undefined || given === null) return { interval: given }
  const seconds = present(readInterval(given), 'a checked interval')
  return seconds % 60 === 0 ? { interval: seconds / 60 } : { interval_seconds: seconds }
}

function toCodes(given: readonly (string | number)[]): number[] {
  const expected = present(readExpectedStatus(given), 'checked statuses')
  const codes = Array.from({ length: 500 }, (_, index) => index + 100).filter((code) => isExpected(expected, code))
  if (codes.some((code) => !statusCodes.includes(code)))
    throw invalidInput({ expected_status: `may have, for all monitors: ${readExpectedStatus(statusCodes)}` })
  return codes
}
