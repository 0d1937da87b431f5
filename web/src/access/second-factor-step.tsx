import { useState } from 'react'
import { asProblem, type Problem } from '../api/problem.ts'
import { useSession } from '../api/session.tsx'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { Form } from '../ui/form/form.tsx'
import { factorTexts } from './factor-texts.ts'
import { passkeyProblem, signInWithPasskey } from './use-passkey.ts'
import { sendInTurn } from './wait-for-turn.ts'
import { WaitNotice } from './wait-notice.tsx'

/** The challenge of a first step that needs a second one. */
export function challengeIn(problem: Problem | null): string | null {
  const { challenge } = problem?.facts ?? {}
  return problem?.code === 'svc_second_factor_required' && typeof challenge === 'string' ? challenge : null
}

/** The second step of signing in. */
export function SecondFactorStep({
  challenge,
  onCancel,
  onSignedIn,
}: {
  challenge: string
  onCancel: () => void
  onSignedIn?: () => void
}) {
  const { signInWithCode, signInBy } = useSession()
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<Problem | null>(null)
  const [busy, setBusy] = useState(false)
  const [waits, setWaits] = useState<number | null>(null)
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true)
    setProblem(null)
    try {
      await work()
      onSignedIn?.()
    } catch (error) {
      setProblem(asProblem(error))
      setBusy(false)
    }
  }
  return (
    <Form
      problem={problem}
      onSubmit={() => attempt(() => sendInTurn((headers) => signInWithCode(challenge, code, headers), setWaits))}
      fields={['code']}
    >
      <p>{factorTexts.enterCode}</p>
      <TextField
        name="code"
        label={factorTexts.code}
        hint={factorTexts.codeHint}
        autoComplete="one-time-code"
        autoFocus
        value={code}
        onChange={setCode}
      />
      <WaitNotice seconds={waits} />
      <Button type="submit" tone="primary" busy={busy} disabled={code === ''}>
        {factorTexts.signIn}
      </Button>
      {passkeyProblem() === null && (
        <Button disabled={busy} onClick={() => void attempt(() => signInBy(() => signInWithPasskey(challenge)))}>
          {factorTexts.usePasskey}
        </Button>
      )}
      <Button tone="quiet" onClick={onCancel}>
        {factorTexts.startAgain}
      </Button>
    </Form>
  )
}
