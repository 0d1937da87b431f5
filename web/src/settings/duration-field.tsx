import { type ReactNode, useState } from 'react'
import { useFieldError } from '../ui/form/form.tsx'
import { FieldWithUnit } from './field-with-unit.tsx'
import { settingTexts } from './setting-texts.ts'
import { type DurationUnit, durationUnits, splitDuration } from './setting-values.ts'

const unitNames: Record<DurationUnit, string> = {
  1: settingTexts.seconds,
  60: settingTexts.minutes,
  3600: settingTexts.hours,
}

/** A number and its unit; the value is in seconds. */
export function DurationField({
  name,
  otherName = '',
  label,
  hint,
  seconds,
  onChange,
}: {
  name: string
  /** A second setting that has a part of the value: its errors are shown here, too. */
  otherName?: string
  label: string
  hint: ReactNode
  seconds: number
  onChange: (seconds: number) => void
}) {
  const [own, other] = [useFieldError(name), useFieldError(otherName)]
  const error = own ?? other
  const [chosen, setChosen] = useState<DurationUnit | null>(null)
  const unit = chosen ?? splitDuration(seconds).unit
  const set = (amount: number, of: DurationUnit) => {
    setChosen(of)
    onChange(Math.round(amount * of))
  }
  return (
    <FieldWithUnit
      {...{ label, hint, error }}
      input={{ name, min: 1, value: String(seconds / unit), onChange: (text) => set(Number(text), unit) }}
      unit={(id) => (
        <select
          id={id}
          className="input"
          aria-label={settingTexts.unit({ label })}
          value={unit}
          onChange={(event) => {
            const next = durationUnits.find((each) => String(each) === event.target.value) ?? 1
            set(seconds / unit, next)
          }}
        >
          {durationUnits.map((each) => (
            <option key={each} value={each}>
              {unitNames[each]}
            </option>
          ))}
        </select>
      )}
    />
  )
}
