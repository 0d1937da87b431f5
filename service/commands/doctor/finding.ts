import { messageOf } from '../../platform/error-facts.ts'
/** One line of the doctor: the subject, its state, and what to do about a problem. */
export interface Finding {
  subject: string
  state: 'ok' | 'warning' | 'problem'
  text: string
}

export const ok = (subject: string, text: string): Finding => ({ subject, state: 'ok', text })
export const warning = (subject: string, text: string): Finding => ({ subject, state: 'warning', text })
export const problem = (subject: string, text: string): Finding => ({ subject, state: 'problem', text })

/** A check that throws is a finding; the other checks still run. */
export async function attempt(subject: string, check: () => Promise<Finding | Finding[]>): Promise<Finding[]> {
  try {
    return [await check()].flat()
  } catch (error) {
    const causes = error instanceof AggregateError ? error.errors.map(messageOf).join('; ') : ''
    return [problem(subject, messageOf(error) || causes || String(error))]
  }
}
