import type { InputOf } from '../../../contract/client.ts'
import type { MonitorValues } from './settings-fields.tsx'

const asForAll = 'useglobal'

type Known = { [Name in keyof MonitorValues]: string | number | boolean }

/** Milliseconds as people write them: "30s". */
export const formatTimeout = (milliseconds: string) =>
  Number(milliseconds) % 1000 === 0 ? `${Number(milliseconds) / 1000}s` : `${milliseconds}ms`

/** Settings as text for the form. */
export const monitorValuesOf = (known: Known): MonitorValues =>
  Object.fromEntries(
    (Object.entries(known) as [keyof MonitorValues, string | number | boolean][]).map(([name, value]) => [
      name,
      value === asForAll ? '' : name === 'timeout' ? formatTimeout(String(value)) : String(value),
    ]),
  ) as unknown as MonitorValues

/** The form as input. Empty becomes null: inherited, or in the defaults the built-in value. */
export function inputOf(values: MonitorValues) {
  const text = (value: string) => (value.trim() === '' ? null : value.trim())
  return {
    active: values.active === '' ? null : values.active === 'true',
    type: text(values.type) as InputOf<'update-monitor-settings'>['type'],
    interval: text(values.interval),
    timeout: text(values.timeout),
    maxretries: values.maxretries === '' ? null : Number(values.maxretries),
    method: text(values.method) as InputOf<'update-monitor-settings'>['method'],
    expected_status:
      values.expected_status.trim() === '' ? null : values.expected_status.split(',').map((each) => each.trim()),
    keyword: text(values.keyword),
  }
}

export const emptyValues: MonitorValues = {
  ...{ active: '', type: '', interval: '', timeout: '' },
  ...{ maxretries: '', method: '', expected_status: '', keyword: '' },
}

/** Only what was filled in, for a change of many monitors. */
export const changesOf = (values: MonitorValues): Record<string, unknown> =>
  Object.fromEntries(Object.entries(inputOf(values)).filter(([, value]) => value !== null))
