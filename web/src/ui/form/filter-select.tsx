import { MissingOption, type Option } from './fields.tsx'

/** A filter next to a table's search; the empty value means "any". */
export function FilterSelect({
  label,
  value,
  options,
  onChange,
}: {
  label: string
  value: string | undefined
  options: readonly Option[]
  onChange: (value: string) => void
}) {
  return (
    <select className="input" aria-label={label} value={value ?? ''} onChange={(event) => onChange(event.target.value)}>
      <MissingOption value={value ?? ''} options={options} />
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  )
}
