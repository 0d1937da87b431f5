import { useState } from 'react'
import { TextField } from '../ui/form/fields.tsx'

/** The fields for a new password, typed twice; `newPassword` is null until both are equal. */
export function useNewPassword() {
  const [next, setNext] = useState('')
  const [again, setAgain] = useState('')
  const newPassword = next !== '' && again === next ? next : null
  const clear = () => {
    setNext('')
    setAgain('')
  }
  const fields = (
    <>
      <TextField
        name="new_password"
        label="New password"
        hint="At least 10 characters. A few words in a row are easy to keep."
        type="password"
        autoComplete="new-password"
        value={next}
        onChange={setNext}
      />
      <TextField
        name="again"
        label="New password again"
        type="password"
        autoComplete="new-password"
        value={again}
        onChange={setAgain}
        {...(again !== '' && again !== next && { error: 'is not the same' })}
      />
    </>
  )
  return { newPassword, clear, fields }
}
