import { useState } from 'react'
import { call } from '../api/call.ts'
import { asProblem, type Problem } from '../api/problem.ts'
import { useOperation } from '../api/query.ts'
import { useSession } from '../api/session.tsx'
import { Button } from '../ui/button.tsx'
import { FormDialog } from '../ui/dialog/form-dialog.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { factorTexts } from './factor-texts.ts'
import { confirmWithPasskey, passkeyProblem } from './use-passkey.ts'

/** Asks for the second factor, or for the password of a person without one; `answer` gets whether it was right. */
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
  const factors = useOperation('get-own-factors', {})
  const identity = useOperation('get-own-identity', {})
  const { signOut } = useSession()
  const isLoading = !(factors.data || factors.error) || !(identity.data || identity.error)
  // What is unknown because of an error is offered.
  const passkeys = factors.data?.passkeys.length ?? 0
  const hasFactor = factors.error !== null || (factors.data?.totp ?? null) !== null || passkeys > 0
  const hasPassword = !hasFactor && (identity.data?.has_password ?? true)
  if (isLoading) return null
  if (!hasFactor && !hasPassword)
    return (
      <FormDialog
        title={factorTexts.confirmIdentity}
        action={factorTexts.signOut}
        busy={busy}
        problem={problem}
        onSubmit={() => void signOut().then(() => answer(false))}
        onClose={() => answer(false)}
      >
        <p className="soft">{factorTexts.confirmBySigningIn}</p>
      </FormDialog>
    )
  const proof = hasFactor ? { code } : { current_password: password }
  return (
    <FormDialog
      title={factorTexts.confirmIdentity}
      action={factorTexts.confirm}
      busy={busy}
      problem={problem}
      fields={['current_password', 'code']}
      onSubmit={() => void attempt(() => call('confirm-identity', proof))}
      onClose={() => answer(false)}
    >
      <p className="soft">{hasFactor ? factorTexts.confirmFactorHint : factorTexts.confirmPasswordHint}</p>
      {hasFactor ? (
        <TextField
          name="code"
          label={factorTexts.code}
          hint={factorTexts.codeHint}
          autoComplete="one-time-code"
          value={code}
          onChange={setCode}
        />
      ) : (
        <TextField
          name="current_password"
          label={factorTexts.password}
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
        />
      )}
      {passkeys > 0 && passkeyProblem() === null && (
        <Button disabled={busy} onClick={() => void attempt(confirmWithPasskey)}>
          {factorTexts.usePasskey}
        </Button>
      )}
    </FormDialog>
  )
}
