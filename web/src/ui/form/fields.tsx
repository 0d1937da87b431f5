import { type InputHTMLAttributes, type ReactNode, type TextareaHTMLAttributes, useId } from 'react'
import { toFieldError } from '../../api/field-error.ts'
import { useFieldError } from './form.tsx'

interface FieldProps {
  /** Name of the operation's input field, by which errors are assigned. */
  name: string
  label: string
  hint?: ReactNode
  error?: string
}

interface Wiring {
  id: string
  name: string
  className: string
  'aria-invalid'?: true
  'aria-describedby'?: string
}

function Field({ name, label, hint, error, children }: FieldProps & { children: (wiring: Wiring) => ReactNode }) {
  const id = useId()
  const fieldError = useFieldError(name) ?? error
  const describedBy = [hint !== undefined && `${id}-hint`, fieldError !== undefined && `${id}-error`]
    .filter(Boolean)
    .join(' ')
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        name,
        className: 'input',
        ...(fieldError !== undefined && { 'aria-invalid': true as const }),
        ...(describedBy !== '' && { 'aria-describedby': describedBy }),
      })}
      {hint !== undefined && (
        <span id={`${id}-hint`} className="hint">
          {hint}
        </span>
      )}
      {fieldError !== undefined && (
        <span id={`${id}-error`} className="error" role="alert">
          {toFieldError(label, fieldError)}
        </span>
      )}
    </div>
  )
}

type Text = FieldProps & { value: string; onChange: (value: string) => void }

export function TextField({
  value,
  onChange,
  name,
  label,
  hint,
  error,
  ...rest
}: Text & Omit<InputHTMLAttributes<HTMLInputElement>, keyof Text>) {
  return (
    <Field {...{ name, label, hint, error }}>
      {(wiring) => <input {...rest} {...wiring} value={value} onChange={(event) => onChange(event.target.value)} />}
    </Field>
  )
}

export function TextArea({
  value,
  onChange,
  name,
  label,
  hint,
  error,
  ...rest
}: Text & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, keyof Text>) {
  return (
    <Field {...{ name, label, hint, error }}>
      {(wiring) => <textarea {...rest} {...wiring} value={value} onChange={(event) => onChange(event.target.value)} />}
    </Field>
  )
}

export interface Option {
  value: string
  label: string
  /** What a Picker shows beside it, such as the client that has a site. */
  remark?: string
}

/** For up to about twenty options; for more use a Picker. */
export function SelectField({ value, onChange, options, ...field }: Text & { options: readonly Option[] }) {
  return (
    <Field {...field}>
      {(wiring) => (
        <select {...wiring} value={value} onChange={(event) => onChange(event.target.value)}>
          <MissingOption value={value} options={options} />
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

/** For a value that is not among the options, because they are not read yet: the browser would show the first of them. */
export function MissingOption({ value, options }: { value: string; options: readonly Option[] }) {
  if (value === '' || options.some((option) => option.value === value)) return null
  return <option value={value}>{value}</option>
}

export function CheckField({
  name,
  label,
  hint,
  checked,
  onChange,
  disabled,
}: FieldProps & { checked: boolean; onChange: (checked: boolean) => void; disabled?: boolean }) {
  const error = useFieldError(name)
  return (
    <div className="field">
      <label className="check">
        <input
          type="checkbox"
          name={name}
          checked={checked}
          disabled={disabled}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span>
          {label}
          {hint !== undefined && <span className="hint"> {hint}</span>}
        </span>
      </label>
      {error !== undefined && <span className="error">{error}</span>}
    </div>
  )
}
