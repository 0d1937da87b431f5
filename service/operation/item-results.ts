/** What came of a call, a target of a job, or a job. */
export const resultOutcomes = ['succeeded', 'partial', 'failed', 'nothing_to_do', 'unknown'] as const
export type ResultOutcome = (typeof resultOutcomes)[number]

export interface ItemFailure {
  code: string
  message: string
  job_id?: string | undefined
}

/** How many items of a call were done, for operations whose answer can contain failures. */
export interface ItemResults {
  done: number
  /** One per item that was not done, or not as a whole. Items without anything to do are in neither. */
  errors: readonly ItemFailure[]
  /** The number of items in `errors` of which a part was done. */
  partial?: number
  /** What was done to the items, for one and for many: `['site synced', 'sites synced']`. */
  label: readonly [one: string, many: string]
}

/** `svc_site_not_checked`: the change was made; whether the site works afterwards is not known. */
const unknownCodes = ['svc_outcome_unknown', 'svc_site_not_checked']
const isUnknown = ({ code }: ItemFailure) => unknownCodes.includes(code)
const isRunning = ({ code }: ItemFailure) => code === 'svc_still_running'

export function outcomeOfItems({ done, errors, partial = 0 }: ItemResults): ResultOutcome {
  if (errors.length === 0) return done > 0 ? 'succeeded' : 'nothing_to_do'
  if (done + partial > 0) return 'partial'
  return errors.every((error) => isUnknown(error) || isRunning(error)) ? 'unknown' : 'failed'
}

/** False when nothing that was requested was done. Having nothing to do is a success, and so is work that still runs. */
export const isAnySuccess = ({ done, errors, partial = 0 }: ItemResults): boolean =>
  done + partial > 0 || errors.length === 0 || errors.some(isRunning)

/** "3 sites synced.", "2 of 3 sites synced.", with the reason when only one is left. Its first sentence alone is true. */
export function describeItems({ done, errors, partial = 0, label }: ItemResults): string {
  const total = done + errors.length
  if (total === 0) return 'Nothing to do.'
  const noun = label[total === 1 ? 0 : 1]
  if (errors.length === 0) return `${count(done)} ${noun}.`
  const [unknown, running] = [errors.filter(isUnknown).length, errors.filter(isRunning).length]
  return [
    `${count(done)} of ${count(total)} ${noun}${partial > 0 ? `, ${count(partial)} in part` : ''}${unknown > 0 ? `; the outcome of ${count(unknown)} is not known` : ''}.`,
    running > 0 && `${count(running)} still running.`,
    errors.length === 1 && running === 0 && errors[0]?.message,
  ]
    .filter(Boolean)
    .join(' ')
}

const count = (number: number) => number.toLocaleString('en')
