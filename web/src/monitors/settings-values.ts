import type { InputOf } from '../../../contract/client.ts'
import type { Values } from './settings-fields.tsx'

const asForAll = 'useglobal'

type Known = { [Name in keyof Values]: string | number | boolean }

/** What the service knows, as text for the form. */
export const valuesOf = (known: Known): Values =>
  Object.fromEntries(
    (Object.entries(known) as [keyof Values, string | number | boolean][]).map(([name, value]) => [
      name,
      value === asForAll ? '' : String(value),
    ]),
  ) as unknown as Values

/** The form as input; what is empty becomes null: as for all, or for all the default. */
export function inputOf(values: Values) {
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
