import { type ReactNode, useState } from 'react'
import { TextField } from '../ui/form/fields.tsx'
import { settingTexts } from './setting-texts.ts'
import { parseStatuses, rangesOf } from './setting-values.ts'

/** HTTP statuses as ranges. A text that cannot be read is kept as it is, so that the service refuses to save it. */
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
  onChange: (selected: unknown) => void
}) {
  const stored = Array.isArray(selected) ? rangesOf(selected, options) : String(selected)
  const [typed, setTyped] = useState<string | null>(null)
  const text = typed !== null && isSame(typed, selected, options) ? typed : stored
  const parsed = parseStatuses(text, options)
  const problem = typeof parsed === 'string' ? parsed : parsed.length === 0 ? settingTexts.statusesInvalid : undefined
  return (
    <TextField
      {...{ name, label }}
      {...(problem !== undefined && { error: problem })}
      hint={
        <>
          {settingTexts.statusesHint}{' '}
          {typeof parsed !== 'string' && parsed.length > 0 && (
            <>{settingTexts.statusesMeaning({ codes: parsed.join(', ') })} </>
          )}
          {hint}
        </>
      }
      inputMode="text"
      autoComplete="off"
      value={text}
      onChange={(next) => {
        setTyped(next)
        const codes = parseStatuses(next, options)
        onChange(typeof codes === 'string' ? next : codes)
      }}
    />
  )
}

/** Whether the typed text still stands for the value: after undo or saving it does not. */
function isSame(typed: string, selected: unknown, options: readonly number[]): boolean {
  const parsed = parseStatuses(typed, options)
  return JSON.stringify(typeof parsed === 'string' ? typed : parsed) === JSON.stringify(selected)
}
