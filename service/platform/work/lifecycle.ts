/** How a piece of work can end. `unknown`: its worker is gone, so it is not known what was done. */
export type WorkEnd = 'done' | 'failed' | 'unknown' | 'cancelled'

interface Life {
  /** Attempts since the work was created, or since a person retried it. */
  attempts: number
  /** How often a person retried it; each life ends once. */
  retries: number
}

export type WorkState =
  | (Life & { name: 'waiting'; dueAt: number })
  | (Life & { name: 'leased'; holder: string | null; until: number; hasBegun: boolean; isCancelling: boolean })
  | (Life & { name: 'ended'; end: WorkEnd })

/** Times are those of the database, in milliseconds. */
export type WorkEvent =
  /** A worker takes work that is due, or whose worker stopped renewing its lease. */
  | { name: 'lease'; holder: string; now: number; leaseMs: number }
  /** The worker is about to change something; until then the work only waits in the process. */
  | { name: 'begin'; holder: string }
  | { name: 'renew'; holder: string; now: number; leaseMs: number }
  | { name: 'finish'; holder: string; end: WorkEnd }
  /** The worker stops, or its process failed: another one may continue at once. */
  | { name: 'release'; holder: string }
  /** The attempt failed and may be repeated; `dueAt` null: the policy allows no further attempt. */
  | { name: 'retry-later'; holder: string; dueAt: number | null }
  | { name: 'cancel' }
  /** No further attempt is wanted, for instance because the receiver was switched off. */
  | { name: 'give-up' }
  /** Ends work that no worker will end. */
  | { name: 'sweep'; now: number }
  /** A person runs it again after it has ended without success. */
  | { name: 'reopen'; now: number }

export interface WorkLimits {
  /** Workers that may take it in one life. It ends as unknown when the last of them is gone. */
  maxAttempts: number
}

/** The only way in which work changes its state. An event that does not apply returns the same object. */
export function transition(state: WorkState, event: WorkEvent, { maxAttempts }: WorkLimits): WorkState {
  const { attempts, retries } = state
  const ended = (end: WorkEnd): WorkState => ({ name: 'ended', end, attempts, retries })
  const isHeldBy = (holder: string) => state.name === 'leased' && state.holder === holder
  switch (event.name) {
    case 'lease': {
      const { holder, now, leaseMs } = event
      const isFree = state.name === 'waiting' ? state.dueAt <= now : state.name === 'leased' && canTakeOver(state, now)
      if (!isFree || attempts >= maxAttempts) return state
      const until = now + leaseMs
      // An earlier worker may have begun it, so that a later one has to find out what was done.
      const hasBegun = attempts > 0
      return { name: 'leased', holder, until, hasBegun, isCancelling: false, attempts: attempts + 1, retries }
    }
    case 'begin':
      return isHeldBy(event.holder) && state.name === 'leased' && !state.isCancelling && !state.hasBegun
        ? { ...state, hasBegun: true }
        : state
    case 'renew':
      return isHeldBy(event.holder) && state.name === 'leased' ? { ...state, until: event.now + event.leaseMs } : state
    case 'finish':
      return isHeldBy(event.holder) ? ended(event.end) : state
    case 'release':
      if (!isHeldBy(event.holder) || state.name !== 'leased') return state
      if (state.isCancelling && !state.hasBegun) return ended('cancelled')
      return { ...state, holder: null, until: Number.NEGATIVE_INFINITY }
    case 'retry-later': {
      if (!isHeldBy(event.holder) || state.name !== 'leased') return state
      if (state.isCancelling) return ended(state.hasBegun ? 'unknown' : 'cancelled')
      if (event.dueAt === null || attempts >= maxAttempts) return ended('failed')
      return { name: 'waiting', dueAt: event.dueAt, attempts, retries }
    }
    case 'cancel':
    case 'give-up':
      if (state.name === 'waiting') return ended(event.name === 'cancel' ? 'cancelled' : 'failed')
      return state.name === 'leased' && !state.isCancelling ? { ...state, isCancelling: true } : state
    case 'sweep':
      return state.name === 'leased' && state.until < event.now && (state.isCancelling || attempts >= maxAttempts)
        ? ended('unknown')
        : state
    case 'reopen':
      return state.name === 'ended' && (state.end === 'failed' || state.end === 'unknown')
        ? { name: 'waiting', dueAt: event.now, attempts: 0, retries: retries + 1 }
        : state
  }
}

/** Cancelled work is not taken over: the sweep ends it. */
const canTakeOver = ({ until, isCancelling }: { until: number; isCancelling: boolean }, now: number) =>
  until < now && !isCancelling
