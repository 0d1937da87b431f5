import { lazy, Suspense, useEffect } from 'react'
import { onConfirmIdentity } from '../api/call.ts'
import { useSession } from '../api/session.tsx'
import { createStore } from '../ui/store.ts'

const ConfirmIdentityDialog = lazy(() => import('./confirm-identity-dialog.tsx'))

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
  const isSignedOut = useSession().session.state === 'signed-out'
  useEffect(() => {
    if (isSignedOut) pendingQuestion.get()?.answer(false)
  }, [isSignedOut])
  return (
    question && (
      <Suspense fallback={null}>
        <ConfirmIdentityDialog answer={question.answer} />
      </Suspense>
    )
  )
}
