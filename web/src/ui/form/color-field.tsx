import { useId } from 'react'
import { toFieldError } from '../../api/field-error.ts'
import { useFieldError } from './form.tsx'
import { formTexts } from './form-texts.ts'

// Distinguishable from each other, in light and dark.
const offered = ['#0b7a75', '#2f6fdb', '#7a4fd0', '#c2418b', '#c93f38', '#d97706', '#a3a300', '#3f8f3f', '#6b7785']

/** A colour: a preset, any other, or none if allowed. */
export function ColorField({
  name,
  label,
  value,
  onChange,
  optional = false,
}: {
  name: string
  label: string
  value: string | null
  onChange: (value: string | null) => void
  optional?: boolean
}) {
  const id = useId()
  const error = useFieldError(name)
  return (
    <fieldset className="field plain-fieldset">
      <legend className="label">{label}</legend>
      <div className="line">
        {offered.map((color) => (
          <button
            key={color}
            type="button"
            className="swatch"
            style={{ background: color }}
            aria-label={formTexts.colourColor({ color })}
            aria-pressed={value === color}
            onClick={() => onChange(color)}
          />
        ))}
        <label htmlFor={id} className="unseen">
          {formTexts.anotherColourForTolowercase({ toLowerCase: label.toLowerCase() })}
        </label>
        <input
          id={id}
          type="color"
          className="swatch-any"
          value={value ?? '#888888'}
          onChange={(event) => onChange(event.target.value)}
        />
        {optional && value !== null && (
          <button type="button" className="button quiet small" onClick={() => onChange(null)}>
            {formTexts.none}
          </button>
        )}
      </div>
      {error !== undefined && (
        <span className="error" role="alert">
          {toFieldError(label, error)}
        </span>
      )}
    </fieldset>
  )
}
