import type { ReactNode } from 'react'
import { toFieldError } from '../../api/field-error.ts'
import { IconX } from '../icons.ts'
import type { Option } from './fields.tsx'
import { useFieldError } from './form.tsx'
import { formTexts } from './form-texts.ts'
import { Picker } from './picker.tsx'

/** Selects several items: the selected ones are chips in front of a search field. */
export function MultiPicker<Item extends Option = Option>({
  name,
  label,
  hint,
  selected,
  onChange,
  search,
  placeholder,
  cacheKey,
}: {
  name: string
  label: string
  hint?: ReactNode
  selected: readonly Item[]
  onChange: (selected: Item[]) => void
  search: (text: string) => Promise<Item[]>
  placeholder: string
  cacheKey: string
}) {
  const error = useFieldError(name)
  const add = (option: Item | null) => {
    if (option && !selected.some(({ value }) => value === option.value)) onChange([...selected, option])
  }
  return (
    <div className="field">
      <span className="label">{label}</span>
      <div className="line">
        {selected.map((option) => (
          <span key={option.value} className="tag removable">
            {option.label}
            <button
              type="button"
              aria-label={formTexts.leaveOutLabel({ label: option.label })}
              onClick={() => onChange(selected.filter(({ value }) => value !== option.value))}
            >
              <IconX size={13} aria-hidden />
            </button>
          </span>
        ))}
        <Picker
          label={label}
          placeholder={placeholder}
          cacheKey={cacheKey}
          selected={null}
          onSelect={add}
          search={search}
        />
      </div>
      {hint !== undefined && <span className="hint">{hint}</span>}
      {error !== undefined && (
        <span className="error" role="alert">
          {toFieldError(label, error)}
        </span>
      )}
    </div>
  )
}
