import { createContext, type FormEvent, type ReactNode, useContext } from 'react'
import type { Problem } from '../api/problem.ts'
import { Notice } from './notice.tsx'

const ProblemContext = createContext<Problem | null>(null)

/**
 * A form whose fields show what the service said about them: give the `problem` of the action it sends.
 * What concerns no field, or a field that is not shown, stands above.
 */
export function Form({
  id,
  problem,
  onSubmit,
  fields = [],
  children,
}: {
  /** For a button outside of the form that sends it. */
  id?: string
  problem: Problem | null
  onSubmit: () => void
  /** Names of the fields that show their own errors. */
  fields?: readonly string[]
  children: ReactNode
}) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  const strays = Object.entries(problem?.params ?? {}).filter(([name]) => !fields.includes(name))
  const tellsFields = problem !== null && Object.keys(problem.params).length > 0
  return (
    <ProblemContext value={problem}>
      <form id={id} className="stack" onSubmit={submit} noValidate>
        {problem && (!tellsFields || strays.length > 0) && (
          <Notice tone="bad">
            {tellsFields ? strays.map(([name, text]) => `${name} ${text}`).join('. ') : problem.message}
          </Notice>
        )}
        {children}
      </form>
    </ProblemContext>
  )
}

export const useFieldError = (name: string): string | undefined => useContext(ProblemContext)?.params[name]
