import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { createStore } from './store.ts'

interface Question {
  title: string
  text: ReactNode
  /** The word on the button that does it. */
  action: string
  tone?: 'primary' | 'danger'
}

const asked = createStore<(Question & { answer: (yes: boolean) => void }) | null>(null)

/** `if (await confirm({ title, text, action })) …`. For what changes sites, show the plan instead: PlanDialog. */
export const confirm = (question: Question): Promise<boolean> =>
  new Promise((resolve) => {
    asked.get()?.answer(false)
    asked.set({
      ...question,
      answer(yes) {
        asked.set(null)
        resolve(yes)
      },
    })
  })

export function ConfirmHost() {
  const question = asked.use()
  if (!question) return null
  const { title, text, action, tone = 'primary', answer } = question
  return (
    <Dialog
      title={title}
      onClose={() => answer(false)}
      footer={
        <>
          <Button onClick={() => answer(false)}>Cancel</Button>
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
