import type { Fields } from '../php/form.ts'

/** One change made by a call. */
export interface Effect {
  /** e.g. "plugin updated", "post created", "connected" */
  readonly what: string
  /** Plugin file, theme slug, id, login … */
  readonly subject: string
  readonly from?: string
  readonly to?: string
}

/** A changing call that was performed, even if its caller got no answer. */
export interface JournalEntry {
  /** Counts over the whole fleet, so that entries of different sites can be ordered. */
  readonly number: number
  readonly time: string
  readonly function: string
  readonly parameters: Readonly<Record<string, unknown>>
  /** Empty when the site reported success and changed nothing. */
  readonly effects: readonly Effect[]
}

const secret = new Set(['function', 'nonce', 'sign_algo', 'mainwpsignature', 'userpwd', 'pubkey', 'regverify'])
const personal = new Set(['new_user', 'user_pass', 'new_password', 'pass1', 'pass2', 'wpadmin_passwd'])

/** The fields of a call without signatures and passwords, long texts cut. */
export function parametersOf(fields: Fields): Record<string, unknown> {
  const parameters: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(fields)) {
    if (secret.has(name)) continue
    if (personal.has(name)) parameters[name] = '…'
    else parameters[name] = typeof value === 'string' ? value.slice(0, 400) : parametersOf(value)
  }
  return parameters
}

/** Requests at once: now, and the maximum so far. */
export class Traffic {
  now = 0
  peak = 0

  enter(): void {
    this.peak = Math.max(this.peak, ++this.now)
  }

  leave(): void {
    this.now--
  }

  clear(): void {
    this.peak = this.now
  }
}

/** Calls received by a site, and its journal. */
export class CallLog {
  /** Calls received per function, refused ones included; `front page` and `login link` count as functions. */
  readonly counts: Record<string, number> = {}
  journal: JournalEntry[] = []
  readonly requests = new Traffic()
  /** Calls that change something; more than one at once is an error of the caller. */
  readonly changes = new Traffic()

  received(name: string): void {
    this.counts[name] = (this.counts[name] ?? 0) + 1
  }

  clear(): void {
    for (const name of Object.keys(this.counts)) delete this.counts[name]
    this.journal = []
    this.requests.clear()
    this.changes.clear()
  }
}
