import { useState } from 'react'
import type { Option } from '../ui/form/fields.tsx'
import { MultiPicker } from '../ui/form/multi-picker.tsx'
import { findNamed, type Noun, useNames } from './named-picker.tsx'

/** Selects several clients, tags or sites by their names. */
export function NamesField({
  noun,
  field,
  label,
  add,
  ids,
  onChange,
}: {
  noun: Noun
  field: string
  label: string
  add: string
  ids: readonly number[]
  onChange: (ids: number[]) => void
}) {
  // Names of items that were selected here; those of the stored ids are looked up.
  const [found, setFound] = useState<readonly Option[]>([])
  const names = useNames(noun, ids)
  const labelOf = (id: number) => found.find(({ value }) => value === String(id))?.label ?? names(id)
  return (
    <MultiPicker
      name={field}
      label={label}
      placeholder={add}
      cacheKey={`limit-${noun}`}
      selected={ids.map((id) => ({ value: String(id), label: labelOf(id) }))}
      onChange={(selected) => {
        setFound(selected)
        onChange(selected.map(({ value }) => Number(value)))
      }}
      search={(text) => findNamed(noun, text)}
    />
  )
}
