import type { DataOf } from '../../../contract/client.ts'
import { SelectField, TextField } from '../ui/form/fields.tsx'
import { formatTimeout } from './settings-values.ts'

/** Monitor settings as form values: all text, empty means inherited. */
export interface MonitorValues {
  active: string
  type: string
  interval: string
  timeout: string
  maxretries: string
  method: string
  expected_status: string
  keyword: string
}

export const monitorFieldNames = [
  'active',
  'type',
  'interval',
  'timeout',
  'maxretries',
  'method',
  'expected_status',
  'keyword',
] as const

type Effective = DataOf<'get-global-monitor-settings'>

const types = [
  { value: 'http', label: 'The page answers (HTTP)' },
  { value: 'keyword', label: 'A keyword stands on the page' },
  { value: 'ping', label: 'The server takes a connection (ping)' },
]
const methods = ['head', 'get', 'post', 'put', 'patch', 'delete'].map((value) => ({
  value,
  label: value.toUpperCase(),
}))
const onOff = [
  { value: 'true', label: 'Checked' },
  { value: 'false', label: 'Not checked' },
]
const labelOf = (options: readonly { value: string; label: string }[], value: string) =>
  options.find((option) => option.value === value)?.label ?? value

/** The fields of one monitor (`inherited`: the defaults) or of the defaults themselves. */
export function SettingsFields({
  values,
  onChange,
  inherited,
  retries,
}: {
  values: MonitorValues
  onChange: (change: Partial<MonitorValues>) => void
  inherited?: Effective
  retries: readonly number[]
}) {
  const choice = (options: readonly { value: string; label: string }[], global: string | undefined) =>
    global === undefined ? options : [{ value: '', label: `As for all: ${labelOf(options, global)}` }, ...options]
  const asForAll = (global: string | undefined) =>
    global === undefined ? {} : { placeholder: `As for all: ${global || 'none'}` }
  const set = (name: keyof MonitorValues) => (value: string) => onChange({ [name]: value })
  const type = values.type || inherited?.type
  return (
    <div className="grid-2">
      <SelectField
        name="active"
        label="Checks"
        value={values.active}
        onChange={set('active')}
        options={choice(onOff, inherited && String(inherited.active))}
      />
      <SelectField
        name="type"
        label="A site is up when"
        value={values.type}
        onChange={set('type')}
        options={choice(types, inherited?.type)}
      />
      <TextField
        name="interval"
        label="Every"
        hint="From 30s to 24h, such as 5m"
        value={values.interval}
        onChange={set('interval')}
        {...asForAll(inherited?.interval)}
      />
      <TextField
        name="timeout"
        label="Wait for an answer"
        hint="Such as 30s"
        value={values.timeout}
        onChange={set('timeout')}
        {...asForAll(inherited && formatTimeout(inherited.timeout))}
      />
      <SelectField
        name="maxretries"
        label="Further checks before it counts as down"
        value={values.maxretries}
        onChange={set('maxretries')}
        options={choice(
          retries.map((count) => ({ value: String(count), label: String(count) })),
          inherited && String(inherited.maxretries),
        )}
      />
      <SelectField
        name="method"
        label="Method"
        value={values.method}
        onChange={set('method')}
        options={choice(methods, inherited?.method)}
      />
      <TextField
        name="expected_status"
        label="Good answers"
        hint="HTTP statuses and ranges, such as 200-206,301"
        value={values.expected_status}
        onChange={set('expected_status')}
        {...asForAll(inherited?.expected_status)}
      />
      {type === 'keyword' && (
        <TextField
          name="keyword"
          label="Keyword"
          hint="Must stand on the page"
          value={values.keyword}
          onChange={set('keyword')}
          {...asForAll(inherited?.keyword)}
        />
      )}
    </div>
  )
}
