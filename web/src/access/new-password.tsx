import { useState } from 'react'
import { TextField } from '../ui/form/fields.tsx'
import { accessTexts } from './access-texts.ts'

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
        label={accessTexts.newPassword}
        hint={accessTexts.atLeast10Characters}
        type="password"
        autoComplete="new-password"
        value={next}
        onChange={setNext}
      />
      <TextField
        name="again"
        label={accessTexts.newPasswordAgain}
        type="password"
        autoComplete="new-password"
        value={again}
        onChange={setAgain}
        {...(again !== '' && again !== next && { error: accessTexts.isNotTheSame })}
      />
    </>
  )
  return { newPassword, clear, fields }
}
