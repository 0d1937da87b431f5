import { useEffect, useState } from 'react'
import { call, onConfirmIdentity } from '../api/call.ts'
import { asProblem, type Problem } from '../api/problem.ts'
import { FormDialog } from '../ui/dialog/form-dialog.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { createStore } from '../ui/store.ts'
import { factorTexts } from './factor-texts.ts'

interface Question {
  result: Promise<boolean>
  answer(confirmed: boolean): void
}

const pendingQuestion = createStore<Question | null>(null)

/** Calls that are refused at the same time share one dialog. */
function ask(): Promise<boolean> {
  const pending = pendingQuestion.get()
  if (pending) return pending.result
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const answer = (confirmed: boolean) => {
    pendingQuestion.set(null)
    resolve(confirmed)
  }
  pendingQuestion.set({ result: promise, answer })
  return promise
}

/** Shows the dialog when the service wants the password or a code again. */
export function ConfirmIdentityHost() {
  useEffect(() => onConfirmIdentity(ask), [])
  const question = pendingQuestion.use()
  return question && <ConfirmIdentity answer={question.answer} />
}

function ConfirmIdentity({ answer }: Pick<Question, 'answer'>) {
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
