import type { SettingField } from '../../settings-fields.ts'
import { CheckField, SelectField, TextField } from '../ui/fields.tsx'
import { labelOf, settingLabels } from './setting-labels.ts'
import { StatusCodes } from './status-codes.tsx'

/** The control for one setting, with its range, unit and default. */
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
  const words = settingLabels[key]
  const label = words?.unit ? `${labelOf(key)} (${words.unit})` : labelOf(key)
  const hint = <SettingHint field={field} value={value} onReset={() => onChange(field.byDefault)} />
  const common = { name: key, label, hint }
  const named = (option: string | number) =>
    words?.options?.[String(option)] ?? (option === '' ? 'None' : String(option))
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
    return <StatusCodes {...common} options={options as number[]} chosen={value as number[]} onChange={onChange} />
  }
  const chosenFrom = kind === 'choice' ? options : kind === 'whole' && words?.options ? wholes(field) : null
  if (chosenFrom) {
    return (
      <SelectField
        {...common}
        value={String(value)}
        options={chosenFrom.map((option) => ({ value: String(option), label: named(option) }))}
        onChange={(text) => onChange(chosenFrom.find((option) => String(option) === text))}
      />
    )
  }
  return (
    <TextField
      {...common}
      {...(kind === 'whole'
        ? { type: 'number', min: field.least, max: field.most, inputMode: 'numeric' as const }
        : { maxLength: field.longest })}
      {...(/^time_(daily|auto)/.test(key) && { type: 'time' })}
      autoComplete="off"
      value={String(value ?? '')}
      onChange={(text) => onChange(kind === 'whole' && text !== '' ? Number(text) : text)}
    />
  )
}

const wholes = ({ least = 0, most = 0 }: SettingField) =>
  Array.from({ length: most - least + 1 }, (_, at) => least + at)

/** What it does, what it may be, and the way back to the default when it is something else. */
function SettingHint({ field, value, onReset }: { field: SettingField; value: unknown; onReset: () => void }) {
  const { key, kind, least, most, byDefault } = field
  const words = settingLabels[key]
  const range =
    kind === 'whole' && !words?.options && least !== undefined ? ` From ${least} to ${most?.toLocaleString()}.` : ''
  const isDefault = JSON.stringify(value) === JSON.stringify(byDefault)
  return (
    <>
      {words?.says ?? field.says}
      {range}{' '}
      {isDefault ? (
        <>Default: {inWords(field)}.</>
      ) : (
        <button type="button" className="link-button" onClick={onReset}>
          Back to the default: {inWords(field)}
        </button>
      )}
    </>
  )
}

function inWords({ key, kind, byDefault }: SettingField): string {
  const named = settingLabels[key]?.options?.[String(byDefault)]
  if (named !== undefined) return named
  if (kind === 'flag') return byDefault === 1 ? 'on' : 'off'
  if (Array.isArray(byDefault)) return byDefault.join(', ')
  return byDefault === '' ? 'none' : String(byDefault)
}
