import { useEffect, useState } from 'react'
import { asProblem, type Problem } from '../api/problem.ts'
import { useSession } from '../api/session.tsx'
import { BrandMark } from '../shell/brand.tsx'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { Form } from '../ui/form/form.tsx'
import { accessTexts } from './access-texts.ts'
import { factorTexts } from './factor-texts.ts'
import { challengeIn, SecondFactorStep } from './second-factor-step.tsx'
import { SignInOptions } from './single-sign-on/sign-in-options.tsx'
import { passkeyProblem, signInWithPasskey } from './use-passkey.ts'
import { sendInTurn } from './wait-for-turn.ts'
import { WaitNotice } from './wait-notice.tsx'

export function SignInPage() {
  const { signIn, signInBy } = useSession()
  const [login, setLogin] = useState('')
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<Problem | null>(null)
  const [busy, setBusy] = useState(false)
  const [waits, setWaits] = useState<number | null>(null)
  const [challenge, setChallenge] = useState<string | null>(null)
  const startAgain = () => {
    setChallenge(null)
    setPassword('')
  }
  useEffect(() => {
    document.title = accessTexts.signInFlotilla
  }, [])
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true)
    setProblem(null)
    try {
      await work()
    } catch (error) {
      const refused = asProblem(error)
      const next = challengeIn(refused)
      if (next === null) setProblem(refused)
      else setChallenge(next)
      setBusy(false)
    }
  }
  return (
    <main className="front">
      <div className="card front-card">
        <div className="front-brand">{accessTexts.flotilla({ brandMark: () => <BrandMark size={32} /> })}</div>
        <h1 className="unseen">{accessTexts.signInToFlotilla}</h1>
        {challenge !== null ? (
          <SecondFactorStep challenge={challenge} onCancel={startAgain} />
        ) : (
          <Form
            problem={problem}
            onSubmit={() => attempt(() => sendInTurn((headers) => signIn(login, password, headers), setWaits))}
            fields={['login', 'password']}
          >
            <TextField
              name="login"
              label={accessTexts.userName}
              autoComplete="username"
              autoFocus
              value={login}
              onChange={setLogin}
            />
            <TextField
              name="password"
              label={accessTexts.password}
              type="password"
              autoComplete="current-password"
              value={password}
              onChange={setPassword}
            />
            <WaitNotice seconds={waits} />
            <Button type="submit" tone="primary" busy={busy} disabled={login === '' || password === ''}>
              {accessTexts.signIn}
            </Button>
            {passkeyProblem() === null && (
              <Button disabled={busy} onClick={() => void attempt(() => signInBy(() => signInWithPasskey(null)))}>
                {factorTexts.signInWithPasskey}
              </Button>
            )}
            <SignInOptions />
            <p className="soft small">{accessTexts.firstStartTheService}</p>
          </Form>
        )}
      </div>
    </main>
  )
}
