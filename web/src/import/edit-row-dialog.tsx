import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { Notice } from '../ui/notice.tsx'
import type { Fields } from './sheet.ts'

const isSecret = (name: string): boolean => /pass|unique|security/i.test(name)

/** Edits one row of the list and optionally imports it again. */
export function EditRowDialog({
  row,
  names,
  busy,
  onClose,
  onSave,
}: {
  row: { number: number; fields: Fields; message?: string }
  /** The columns to show. */
  names: readonly string[]
  /** Another import is running: the row can be saved but not imported. */
  busy: boolean
  onClose: () => void
  onSave: (fields: Fields, again: boolean) => void
}) {
  const [fields, setFields] = useState<Record<string, string>>({ ...row.fields })
  const save = (again: boolean) => {
    onSave(fields, again)
    onClose()
  }
  return (
    <Dialog
      title={`Row ${row.number}`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button onClick={() => save(false)}>Save</Button>
          <Button tone="primary" disabled={busy} onClick={() => save(true)}>
            Save and import this row
          </Button>
        </>
      }
    >
      <div className="stack">
        {row.message && <Notice tone="bad">{row.message}</Notice>}
        {names.map((name) => (
          <TextField
            key={name}
            name={name}
            label={name}
            type={isSecret(name) ? 'password' : 'text'}
            autoComplete={isSecret(name) ? 'new-password' : 'off'}
            value={fields[name] ?? ''}
            onChange={(value) => setFields((before) => ({ ...before, [name]: value }))}
          />
        ))}
      </div>
    </Dialog>
  )
}
