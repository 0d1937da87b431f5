import type { DataOf } from '../../../contract/client.ts'
import { SelectField, TextField } from '../ui/form/fields.tsx'
import { monitorsTexts } from './monitors-texts.ts'
import { originTexts } from './origin-texts.ts'
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
  { value: 'http', label: monitorsTexts.thePageAnswersHttp },
  { value: 'keyword', label: monitorsTexts.aKeywordStandsOn },
  { value: 'ping', label: monitorsTexts.theServerTakesA },
]
const methods = ['head', 'get', 'post', 'put', 'patch', 'delete'].map((value) => ({
  value,
  label: value.toUpperCase(),
}))
const onOff = [
  { value: 'true', label: monitorsTexts.checked },
  { value: 'false', label: monitorsTexts.notChecked },
]
const labelOf = (options: readonly { value: string; label: string }[], value: string) =>
  options.find((option) => option.value === value)?.label ?? value

/** The fields of one monitor (`inherited`: the defaults), of many (`forMany`: empty ones stay as they are) or of the defaults themselves. */
export function SettingsFields({
  values,
  onChange,
  inherited,
  forMany = false,
  retries,
}: {
  values: MonitorValues
  onChange: (change: Partial<MonitorValues>) => void
  inherited?: Effective
  forMany?: boolean
  retries: readonly number[]
}) {
  const choice = (options: readonly { value: string; label: string }[], global: string | undefined) => {
    if (forMany) return [{ value: '', label: originTexts.unchanged }, ...options]
    return global === undefined
      ? options
      : [{ value: '', label: monitorsTexts.asForAllOptions({ options: labelOf(options, global) }) }, ...options]
  }
  const asForAll = (global: string | undefined) => {
    if (forMany) return { placeholder: originTexts.unchanged }
    return global === undefined ? {} : { placeholder: originTexts.asForAll({ value: global || originTexts.nothing }) }
  }
  /** Where the value of a field comes from, after its hint. */
  const origin = (name: keyof MonitorValues, global: string | undefined, hint?: string) => {
    if (global === undefined) return hint === undefined ? {} : { hint }
    const from =
      values[name].trim() === '' ? originTexts.fromAll : originTexts.ownValue({ value: global || originTexts.nothing })
    return { hint: hint === undefined ? from : `${hint}. ${from}` }
  }
  const set = (name: keyof MonitorValues) => (value: string) => onChange({ [name]: value })
  const type = values.type || inherited?.type
  return (
    <div className="grid-2">
      <SelectField
        name="active"
        label={monitorsTexts.checks}
        value={values.active}
        onChange={set('active')}
        options={choice(onOff, inherited && String(inherited.active))}
        {...origin('active', inherited && labelOf(onOff, String(inherited.active)))}
      />
      <SelectField
        name="type"
        label={monitorsTexts.aSiteIsUp}
        value={values.type}
        onChange={set('type')}
        options={choice(types, inherited?.type)}
        {...origin('type', inherited && labelOf(types, inherited.type))}
      />
      <TextField
        name="interval"
        label={monitorsTexts.every}
        {...origin('interval', inherited?.interval, monitorsTexts.from30sTo24h)}
        value={values.interval}
        onChange={set('interval')}
        {...asForAll(inherited?.interval)}
      />
      <TextField
        name="timeout"
        label={monitorsTexts.waitForAnAnswer}
        {...origin('timeout', inherited && formatTimeout(inherited.timeout), monitorsTexts.suchAs30s)}
        value={values.timeout}
        onChange={set('timeout')}
        {...asForAll(inherited && formatTimeout(inherited.timeout))}
      />
      <SelectField
        name="maxretries"
        label={monitorsTexts.furtherChecksBeforeIt}
        value={values.maxretries}
        onChange={set('maxretries')}
        options={choice(
          retries.map((count) => ({ value: String(count), label: String(count) })),
          inherited && String(inherited.maxretries),
        )}
        {...origin('maxretries', inherited && String(inherited.maxretries))}
      />
      <SelectField
        name="method"
        label={monitorsTexts.method}
        value={values.method}
        onChange={set('method')}
        options={choice(methods, inherited?.method)}
        {...origin('method', inherited?.method.toUpperCase())}
      />
      <TextField
        name="expected_status"
        label={monitorsTexts.goodAnswers}
        {...origin('expected_status', inherited?.expected_status, monitorsTexts.httpStatusesAndRanges)}
        value={values.expected_status}
        onChange={set('expected_status')}
        {...asForAll(inherited?.expected_status)}
      />
      {type === 'keyword' && (
        <TextField
          name="keyword"
          label={monitorsTexts.keyword}
          {...origin('keyword', inherited?.keyword, monitorsTexts.mustStandOnThe)}
          value={values.keyword}
          onChange={set('keyword')}
          {...asForAll(inherited?.keyword)}
        />
      )}
    </div>
  )
}
