import './factors.css'
import { lazy, Suspense, useState } from 'react'
import { call } from '../api/call.ts'
import { asProblem, type Problem } from '../api/problem.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { Form } from '../ui/form/form.tsx'
import { Loading } from '../ui/states.tsx'
import { factorTexts } from './factor-texts.ts'
import { RecoveryCodes } from './recovery-codes.tsx'

const QrCode = lazy(() => import('./qr-code.tsx'))

/**
 * Sets up an authenticator app: secret, code, recovery codes. Calls the operations directly, because reading the account
 * again would replace this page before the recovery codes are saved.
 */
export default function TotpSetup({ onDone }: { onDone: () => void }) {
  const [secret, setSecret] = useState<{ secret: string; address: string } | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<Problem | null>(null)
  const [busy, setBusy] = useState(false)
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true)
    setProblem(null)
    await work().catch((error: unknown) => setProblem(asProblem(error)))
    setBusy(false)
  }
  const start = () => attempt(async () => setSecret(await call('start-totp', {})))
  const confirm = () => attempt(async () => setCodes((await call('confirm-totp', { code })).recovery_codes))
  if (codes) {
    return (
      <div className="stack-tight">
        <RecoveryCodes codes={codes} />
        <Button tone="primary" onClick={onDone}>
          {factorTexts.codesSaved}
        </Button>
      </div>
    )
  }
  if (!secret) {
    return (
      <Form problem={problem} onSubmit={start}>
        <p className="soft">{factorTexts.setUpIntroduction}</p>
        <Button type="submit" tone="primary" busy={busy}>
          {factorTexts.start}
        </Button>
      </Form>
    )
  }
  return (
    <Form problem={problem} onSubmit={confirm} fields={['code']}>
      <p>{factorTexts.scan}</p>
      <Suspense fallback={<Loading lines={6} />}>
        <QrCode text={secret.address} />
      </Suspense>
      <code className="totp-secret">{(secret.secret.match(/.{1,4}/g) ?? []).join(' ')}</code>
      <TextField
        name="code"
        label={factorTexts.codeOfApp}
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
        value={code}
        onChange={setCode}
      />
      <Button type="submit" tone="primary" busy={busy} disabled={code === ''}>
        {factorTexts.confirm}
      </Button>
    </Form>
  )
}
