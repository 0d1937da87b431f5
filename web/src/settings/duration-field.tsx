import { type ReactNode, useId, useState } from 'react'
import { toFieldError } from '../api/field-error.ts'
import { useFieldError } from '../ui/form/form.tsx'
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
  const id = useId()
  const [own, other] = [useFieldError(name), useFieldError(otherName)]
  const error = own ?? other
  const [chosen, setChosen] = useState<DurationUnit | null>(null)
  const unit = chosen ?? splitDuration(seconds).unit
  const set = (amount: number, of: DurationUnit) => {
    setChosen(of)
    onChange(Math.round(amount * of))
  }
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <span className="with-unit">
        <input
          {...{ id, name }}
          type="number"
          inputMode="numeric"
          min={1}
          className="input"
          autoComplete="off"
          aria-describedby={`${id}-hint`}
          {...(error !== undefined && { 'aria-invalid': true })}
          value={String(seconds / unit)}
          onChange={(event) => set(Number(event.target.value), unit)}
        />
        <select
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
      </span>
      <span id={`${id}-hint`} className="hint">
        {hint}
      </span>
      {error !== undefined && (
        <span className="error" role="alert">
          {toFieldError(label, error)}
        </span>
      )}
    </div>
  )
}
