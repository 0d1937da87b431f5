import type { SettingField } from '../../settings-fields.ts'
import { CheckField, SelectField, TextField } from '../ui/form/fields.tsx'
import { formatNumber } from '../ui/format/number.ts'
import { labelOf, settingLabels } from './setting-labels.ts'
import { settingsTexts } from './settings-texts.ts'
import { StatusCodes } from './status-codes.tsx'

export function SettingControl({
  field,
  value,
  onChange,
}: {
  field: SettingField
  value: unknown
  onChange: (value: unknown) => void
}) {
  const { key, kind, options = [] } = field
  const labels = settingLabels[key]
  const label = labels?.unit ? `${labelOf(key)} (${labels.unit})` : labelOf(key)
  const hint = <SettingHint field={field} value={value} onReset={() => onChange(field.defaultValue)} />
  const common = { name: key, label, hint }
  const named = (option: string | number) =>
    labels?.options?.[String(option)] ?? (option === '' ? settingsTexts.none : String(option))
  if (kind === 'flag') {
    return (
      <CheckField
        {...common}
        checked={value === 1 || value === true}
        onChange={(checked) => onChange(checked ? 1 : 0)}
      />
    )
  }
  if (kind === 'choices') {
    return <StatusCodes {...common} options={options as number[]} selected={value as number[]} onChange={onChange} />
  }
  const selectOptions = kind === 'choice' ? options : kind === 'integer' && labels?.options ? integersOf(field) : null
  if (selectOptions) {
    return (
      <SelectField
        {...common}
        value={String(value)}
        options={selectOptions.map((option) => ({ value: String(option), label: named(option) }))}
        onChange={(text) => onChange(selectOptions.find((option) => String(option) === text))}
      />
    )
  }
  return (
    <TextField
      {...common}
      {...(kind === 'integer'
        ? { type: 'number', min: field.min, max: field.max, inputMode: 'numeric' as const }
        : { maxLength: field.maxLength })}
      {...(/^time_(daily|auto)/.test(key) && { type: 'time' })}
      autoComplete="off"
      value={String(value ?? '')}
      onChange={(text) => onChange(kind === 'integer' && text !== '' ? Number(text) : text)}
    />
  )
}

const integersOf = ({ min = 0, max = 0 }: SettingField) => Array.from({ length: max - min + 1 }, (_, at) => min + at)

/** Description, allowed range, and a button to restore the default. */
function SettingHint({ field, value, onReset }: { field: SettingField; value: unknown; onReset: () => void }) {
  const { key, kind, min, max, defaultValue } = field
  const labels = settingLabels[key]
  const range =
    kind === 'integer' && !labels?.options && min !== undefined
      ? settingsTexts.fromMinToTolocalestring({ min, toLocaleString: max === undefined ? '' : formatNumber(max) })
      : ''
  const isDefault = JSON.stringify(value) === JSON.stringify(defaultValue)
  return (
    <>
      {labels?.description ?? field.description}
      {range}{' '}
      {isDefault ? (
        settingsTexts.defaultField({ field: describeDefault(field) })
      ) : (
        <button type="button" className="link-button" onClick={onReset}>
          {settingsTexts.backToTheDefault({ field: describeDefault(field) })}
        </button>
      )}
    </>
  )
}

function describeDefault({ key, kind, defaultValue }: SettingField): string {
  const named = settingLabels[key]?.options?.[String(defaultValue)]
  if (named !== undefined) return named
  if (kind === 'flag') return defaultValue === 1 ? 'on' : 'off'
  if (Array.isArray(defaultValue)) return defaultValue.join(', ')
  return defaultValue === '' ? 'none' : String(defaultValue)
}
