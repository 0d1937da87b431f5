import type { ReactNode } from 'react'
import { toFieldError } from '../../api/field-error.ts'
import type { Option } from './fields.tsx'
import { useFieldError } from './form.tsx'
import { Picker } from './picker.tsx'

/** A Picker as a field of a form. */
export function PickerField({
  name,
  label,
  hint,
  ...picker
}: {
  name: string
  label: string
  hint?: ReactNode
  selected: Option | null
  onSelect: (option: Option | null) => void
  search: (text: string) => Promise<Option[]>
  placeholder: string
  cacheKey: string
}) {
  const error = useFieldError(name)
  return (
    <div className="field wide-picker">
      <span className="label">{label}</span>
      <Picker label={label} {...picker} />
      {hint !== undefined && <span className="hint">{hint}</span>}
      {error !== undefined && (
        <span className="error" role="alert">
          {toFieldError(label, error)}
        </span>
      )}
    </div>
  )
}
