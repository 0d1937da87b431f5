import { createContext, type FormEvent, type ReactNode, useContext } from 'react'
import { toNamedError } from '../../api/field-error.ts'
import { asProblem, type Problem } from '../../api/problem.ts'
import { Notice } from '../notice.tsx'

const ProblemContext = createContext<Problem | null>(null)

/**
 * A form whose fields show the errors of `problem`, the error of the submitting action. Errors of other fields are
 * shown above the form.
 */
export function Form({
  id,
  problem: error,
  onSubmit,
  fields = [],
  children,
}: {
  /** For a submit button outside of the form. */
  id?: string
  problem: Problem | null
  onSubmit: () => void
  /** Names of the fields that show their own errors. */
  fields?: readonly string[]
  children: ReactNode
}) {
  // A mutation can fail with another error, before it calls the service.
  const problem = error && asProblem(error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  const otherErrors = Object.entries(problem?.params ?? {}).filter(([name]) => !fields.includes(name))
  const hasFieldErrors = problem !== null && Object.keys(problem.params).length > 0
  return (
    <ProblemContext value={problem}>
      <form id={id} className="stack" onSubmit={submit} noValidate>
        {problem && (!hasFieldErrors || otherErrors.length > 0) && (
          <Notice tone="bad">
            {hasFieldErrors ? otherErrors.map(([name, text]) => toNamedError(name, text)).join(' ') : problem.message}
          </Notice>
        )}
        {children}
      </form>
    </ProblemContext>
  )
}

export const useFieldError = (name: string): string | undefined => useContext(ProblemContext)?.params[name]
