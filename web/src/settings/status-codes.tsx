import type { ReactNode } from 'react'
import { toFieldError } from '../api/field-error.ts'
import { useFieldError } from '../ui/form/form.tsx'
import { settingsTexts } from './settings-texts.ts'

const families: readonly [label: string, from: number][] = [
  [settingsTexts.information, 100],
  [settingsTexts.success, 200],
  [settingsTexts.redirects, 300],
  [settingsTexts.refusedOrMissing, 400],
  [settingsTexts.serverErrors, 500],
]

/** HTTP statuses by class. */
export function StatusCodes({
  name,
  label,
  hint,
  options,
  selected,
  onChange,
}: {
  name: string
  label: string
  hint: ReactNode
  options: readonly number[]
  selected: readonly number[]
  onChange: (selected: number[]) => void
}) {
  const error = useFieldError(name)
  return (
    <fieldset className="bare field codes">
      <legend className="label">{label}</legend>
      {families.map(([family, from]) => (
        <div key={family} className="codes-row">
          <span className="soft small">{family}</span>
          <div className="line">
            {options
              .filter((code) => code >= from && code < from + 100)
              .map((code) => (
                <label key={code} className="check small">
                  <input
                    type="checkbox"
                    checked={selected.includes(code)}
                    onChange={(event) =>
                      onChange(
                        event.target.checked
                          ? [...selected, code].sort((a, b) => a - b)
                          : selected.filter((each) => each !== code),
                      )
                    }
                  />
                  {code}
                </label>
              ))}
          </div>
        </div>
      ))}
      <span className="hint">{hint}</span>
      {error !== undefined && (
        <span className="error" role="alert">
          {toFieldError(label, error)}
        </span>
      )}
    </fieldset>
  )
}
