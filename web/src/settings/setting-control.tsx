import type settingGroups from 'virtual:settings'
import type { ReactNode } from 'react'
import { CheckField, SelectField, TextField } from '../ui/form/fields.tsx'
import { useFieldError } from '../ui/form/form.tsx'
import { formatNumber } from '../ui/format/number.ts'
import { DurationField } from './duration-field.tsx'
import { FieldWithUnit } from './field-with-unit.tsx'
import type { Setting } from './setting-pages.ts'
import { settingTexts } from './setting-texts.ts'
import { durationOf } from './setting-values.ts'
import { StatusCodes } from './status-codes.tsx'

type SettingField = (typeof settingGroups)[string][number]

interface Props {
  setting: Setting
  field: SettingField
  /** The value of a setting of the same group. */
  read: (key: string) => unknown
  onChange: (changes: Readonly<Record<string, unknown>>) => void
  /** Further words below the field. */
  note?: ReactNode
}

export const secondsKey = 'svc_uptime_monitoring_interval_seconds'

export function SettingControl({ setting, field, read, onChange, note }: Props) {
  const { key, label, unit, options, control } = setting
  const value = read(key)
  const change = (next: unknown) => onChange({ [key]: next })
  const hint = (
    <>
      <SettingHint {...{ setting, field, value }} onReset={() => onChange(resetOf(setting, field))} />
      {note}
    </>
  )
  const common = { name: key, label, hint }
  if (control === 'interval') {
    const seconds = Number(read(secondsKey)) || Number(value) * 60
    const set = (next: number) =>
      // The service takes only one of them.
      onChange(next % 60 === 0 ? { [key]: next / 60, [secondsKey]: 0 } : { [key]: undefined, [secondsKey]: next })
    return <DurationField {...common} otherName={secondsKey} seconds={seconds} onChange={set} />
  }
  if (control === 'duration')
    return <DurationField {...common} seconds={durationOf(value) ?? 60} onChange={(next) => change(`${next}s`)} />
  if (control === 'statuses')
    return (
      <StatusCodes
        {...common}
        options={(field.options ?? []) as number[]}
        selected={value as number[]}
        onChange={change}
      />
    )
  if (field.kind === 'flag') {
    const on = control === 'off' ? 0 : 1
    return <CheckField {...common} checked={value === on} onChange={(checked) => change(checked ? on : 1 - on)} />
  }
  const choices = field.kind === 'choice' ? (field.options ?? []) : options ? Object.keys(options).map(Number) : null
  if (choices)
    return (
      <SelectField
        {...common}
        value={String(value)}
        options={choices.map((option) => ({ value: String(option), label: nameOf(setting, option) }))}
        onChange={(text) => change(choices.find((option) => String(option) === text))}
      />
    )
  if (field.kind === 'integer' && unit !== undefined)
    return <NumberField {...common} unit={unit} min={field.min} max={field.max} value={value} onChange={change} />
  return (
    <TextField
      {...common}
      {...(field.kind === 'integer'
        ? { type: 'number', min: field.min, max: field.max, inputMode: 'numeric' as const }
        : { maxLength: field.maxLength })}
      {...(control === 'time' && { type: 'time' })}
      autoComplete="off"
      value={String(value ?? '')}
      onChange={(text) => change(field.kind === 'integer' && text !== '' ? Number(text) : text)}
    />
  )
}

/** A number with its unit beside it. */
function NumberField({
  name,
  label,
  hint,
  unit,
  min,
  max,
  value,
  onChange,
}: {
  name: string
  label: string
  hint: ReactNode
  unit: string
  min: number | undefined
  max: number | undefined
  value: unknown
  onChange: (value: unknown) => void
}) {
  const error = useFieldError(name)
  return (
    <FieldWithUnit
      {...{ label, hint, error }}
      input={{
        ...{ name, min, max },
        value: String(value ?? ''),
        onChange: (text) => onChange(text === '' ? '' : Number(text)),
      }}
      unit={(id) => <span id={id}>{unit}</span>}
    />
  )
}

const resetOf = ({ control, key }: Setting, { defaultValue }: SettingField) =>
  control === 'interval' ? { [key]: defaultValue, [secondsKey]: 0 } : { [key]: defaultValue }

const nameOf = ({ options }: Setting, option: string | number): string =>
  options?.[String(option)] ?? (typeof option === 'number' ? formatNumber(option) : option.toUpperCase())

/** Description, allowed range, and a button that restores the default. */
function SettingHint({
  setting,
  field,
  value,
  onReset,
}: Pick<Props, 'setting' | 'field'> & { value: unknown; onReset: () => void }) {
  const { hint, options, control } = setting
  const { kind, min, max, defaultValue } = field
  const hasRange = kind === 'integer' && !options && !control && min !== undefined && max !== undefined
  const shown = describe(setting, field)
  return (
    <>
      {hint !== undefined && `${hint} `}
      {hasRange && `${settingTexts.range({ min: formatNumber(min), max: formatNumber(max) })} `}
      {JSON.stringify(value) === JSON.stringify(defaultValue) ? (
        settingTexts.isDefault({ value: shown })
      ) : (
        <button type="button" className="link-button" onClick={onReset}>
          {settingTexts.toDefault({ value: shown })}
        </button>
      )}
    </>
  )
}

function describe(setting: Setting, { kind, defaultValue }: SettingField): string {
  const { options, unit, control } = setting
  const named = options?.[String(defaultValue)]
  if (named !== undefined) return named
  if (kind === 'flag') return (defaultValue === 1) === (control !== 'off') ? settingTexts.on : settingTexts.off
  if (Array.isArray(defaultValue)) return `${defaultValue[0]}-${defaultValue.at(-1)}`
  if (control === 'interval') return `${defaultValue} ${settingTexts.minutes}`
  if (control === 'duration') return `${durationOf(defaultValue) ?? ''} ${settingTexts.seconds}`
  if (defaultValue === '') return settingTexts.nothing
  if (typeof defaultValue === 'number')
    return unit === undefined ? formatNumber(defaultValue) : `${formatNumber(defaultValue)} ${unit}`
  return kind === 'choice' ? nameOf(setting, String(defaultValue)) : String(defaultValue)
}
