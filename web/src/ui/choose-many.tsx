import type { ReactNode } from 'react'
import type { Option } from './fields.tsx'
import { useFieldError } from './form.tsx'
import { IconX } from './icons.ts'
import { Picker } from './picker.tsx'

/** Several of many: what is chosen stands as chips before a field that finds more. */
export function ChooseMany({
  name,
  label,
  hint,
  chosen,
  onChange,
  search,
  placeholder,
  cacheKey,
}: {
  name: string
  label: string
  hint?: ReactNode
  chosen: readonly Option[]
  onChange: (chosen: Option[]) => void
  search: (text: string) => Promise<Option[]>
  placeholder: string
  cacheKey: string
}) {
  const error = useFieldError(name)
  const add = (option: Option | null) => {
    if (option && !chosen.some(({ value }) => value === option.value)) onChange([...chosen, option])
  }
  return (
    <div className="field">
      <span className="label">{label}</span>
      <div className="line">
        {chosen.map((option) => (
          <span key={option.value} className="tag removable">
            {option.label}
            <button
              type="button"
              aria-label={`Leave out ${option.label}`}
              onClick={() => onChange(chosen.filter(({ value }) => value !== option.value))}
            >
              <IconX size={13} aria-hidden />
            </button>
          </span>
        ))}
        <Picker
          label={label}
          placeholder={placeholder}
          cacheKey={cacheKey}
          chosen={null}
          onChoose={add}
          search={search}
        />
      </div>
      {hint !== undefined && <span className="hint">{hint}</span>}
      {error !== undefined && (
        <span className="error" role="alert">
          {label} {error}
        </span>
      )}
    </div>
  )
}
