import { useState } from 'react'
import { call } from '../api/call.ts'
import { asProblem, type Problem } from '../api/problem.ts'
import { Button } from '../ui/button.tsx'
import { FormDialog } from '../ui/dialog/form-dialog.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { factorTexts } from './factor-texts.ts'
import { confirmWithPasskey, passkeyProblem } from './use-passkey.ts'

/** Asks for the password, a code or a passkey; `answer` gets whether it was right. */
export default function ConfirmIdentityDialog({ answer }: { answer: (confirmed: boolean) => void }) {
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<Problem | null>(null)
  const [busy, setBusy] = useState(false)
  const attempt = async (work: () => Promise<unknown>) => {
    setBusy(true)
    setProblem(null)
    try {
      await work()
      answer(true)
    } catch (error) {
      setProblem(asProblem(error))
      setBusy(false)
    }
  }
  const confirmByText = () => call('confirm-identity', code === '' ? { current_password: password } : { code })
  return (
    <FormDialog
      title={factorTexts.confirmIdentity}
      action={factorTexts.confirm}
      busy={busy}
      problem={problem}
      fields={['current_password', 'code']}
      onSubmit={() => void attempt(confirmByText)}
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
      <TextField
        name="code"
        label={factorTexts.orCode}
        hint={factorTexts.codeHint}
        autoComplete="one-time-code"
        value={code}
        onChange={setCode}
      />
      {passkeyProblem() === null && (
        <Button disabled={busy} onClick={() => void attempt(confirmWithPasskey)}>
          {factorTexts.usePasskey}
        </Button>
      )}
    </FormDialog>
  )
}
