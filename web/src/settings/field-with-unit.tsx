import { type ReactNode, useId } from 'react'
import { toFieldError } from '../api/field-error.ts'

/** A number and its unit in one line, with the hint and the error below. */
export function FieldWithUnit({
  label,
  hint,
  error,
  input,
  unit,
}: {
  label: string
  hint: ReactNode
  error: string | undefined
  input: Omit<React.ComponentProps<'input'>, 'onChange'> & { onChange: (text: string) => void }
  /** Gets an id, for the description of the number. */
  unit: (id: string) => ReactNode
}) {
  const id = useId()
  const { onChange, ...others } = input
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <span className="with-unit">
        <input
          {...others}
          id={id}
          type="number"
          inputMode="numeric"
          className="input"
          autoComplete="off"
          aria-describedby={`${id}-unit ${id}-hint`}
          {...(error !== undefined && { 'aria-invalid': true })}
          onChange={(event) => onChange(event.target.value)}
        />
        {unit(`${id}-unit`)}
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
