/** One line of the doctor: what was looked at, how it is, and what to do where it is not well. */
export interface Finding {
  subject: string
  state: 'ok' | 'warning' | 'problem'
  text: string
}

export const ok = (subject: string, text: string): Finding => ({ subject, state: 'ok', text })
export const warning = (subject: string, text: string): Finding => ({ subject, state: 'warning', text })
export const problem = (subject: string, text: string): Finding => ({ subject, state: 'problem', text })

/** A check that breaks is a finding too; the others go on. */
export async function attempt(subject: string, check: () => Promise<Finding | Finding[]>): Promise<Finding[]> {
  try {
    return [await check()].flat()
  } catch (error) {
    const { message, errors } = error as AggregateError
    return [
      problem(subject, message || (errors ?? []).map((each) => (each as Error).message).join('; ') || String(error)),
    ]
  }
}
