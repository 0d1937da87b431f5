import { type ReactNode, useEffect } from 'react'
import { Button } from '../button.tsx'
import { createStore } from '../store.ts'
import { Dialog } from './dialog.tsx'
import { dialogTexts } from './dialog-texts.ts'

interface Question {
  title: string
  text: ReactNode
  /** Label of the confirming button. */
  action: string
  tone?: 'primary' | 'danger'
}

const pendingQuestion = createStore<(Question & { answer: (yes: boolean) => void }) | null>(null)

/** `if (await confirm({ title, text, action })) …`. For changes to sites use PlanDialog, which shows the plan. */
export const confirm = (question: Question): Promise<boolean> =>
  new Promise((resolve) => {
    pendingQuestion.get()?.answer(false)
    pendingQuestion.set({
      ...question,
      answer(yes) {
        pendingQuestion.set(null)
        resolve(yes)
      },
    })
  })

export function ConfirmHost() {
  const question = pendingQuestion.use()
  // After a sign-out: the next user must not be asked.
  useEffect(() => () => pendingQuestion.get()?.answer(false), [])
  if (!question) return null
  const { title, text, action, tone = 'primary', answer } = question
  return (
    <Dialog
      title={title}
      onClose={() => answer(false)}
      footer={
        <>
          <Button onClick={() => answer(false)}>{dialogTexts.cancel}</Button>
          <Button tone={tone} onClick={() => answer(true)}>
            {action}
          </Button>
        </>
      }
    >
      {text}
    </Dialog>
  )
}
