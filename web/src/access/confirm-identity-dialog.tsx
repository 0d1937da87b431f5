import { useState } from 'react'
import { call } from '../api/call.ts'
import { asProblem, type Problem } from '../api/problem.ts'
import { FormDialog } from '../ui/dialog/form-dialog.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { factorTexts } from './factor-texts.ts'

/** Asks for the password or a code; `answer` gets whether it was right. */
export default function ConfirmIdentityDialog({ answer }: { answer: (confirmed: boolean) => void }) {
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<Problem | null>(null)
  const [busy, setBusy] = useState(false)
  const submit = async () => {
    setBusy(true)
    setProblem(null)
    try {
      await call('confirm-identity', { current_password: password })
      answer(true)
    } catch (error) {
      setProblem(asProblem(error))
      setBusy(false)
    }
  }
  return (
    <FormDialog
      title={factorTexts.confirmIdentity}
      action={factorTexts.confirm}
      busy={busy}
      problem={problem}
      fields={['current_password']}
      onSubmit={() => void submit()}
      onClose={() => answer(false)}
    >
      <p className="soft">{factorTexts.confirmIdentityHint}</p>
      <TextField
        name="current_password"
        label={factorTexts.password}
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
      />
    </FormDialog>
  )
}
