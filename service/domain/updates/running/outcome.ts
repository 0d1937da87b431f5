import { z } from 'zod'
import type { UpdateType } from '../update.ts'

/** What can become of one update. */
export const updateResults = [
  /** The site has another version now; it was read back. */
  'updated',
  'download_failed',
  /** The files could not be replaced, and WordPress put the old version back. */
  'rolled_back',
  /** The site said yes, and the version is the old one. */
  'no_effect',
  /** The site did not even try, usually because its WordPress or PHP is too old. */
  'skipped',
  /** There was nothing to do: it is up to date, or gone. */
  'not_needed',
  /** The site was in maintenance and took nothing. */
  'maintenance',
  /** The call never got through; nothing happened. */
  'not_reached',
  /** The site answered, but would not listen to us; nothing happened. */
  'refused',
  /** Something died in the middle, and a look at the site showed the old version. */
  'interrupted',
  'failed',
  /** Nobody can say; looked at again before the next try. */
  'unknown',
  'running',
] as const
export const UpdateResult = z.enum(updateResults)
export type UpdateResult = z.output<typeof UpdateResult>

export const healths = ['ok', 'degraded', 'down'] as const
export const Health = z.enum(healths)
export type Health = z.output<typeof Health>

/** One item of a run: what is wanted, and what the site had before. */
export interface RunItem {
  type: UpdateType
  slug: string
  name: string
  from: string
  to: string
}

/** What became of it. */
export interface ItemOutcome extends RunItem {
  result: UpdateResult
  code: string | null
  message: string | null
}

/** Nothing was tried: a later attempt of the same run may try it. */
export const wasNotTried = (result: UpdateResult) =>
  result === 'maintenance' || result === 'not_reached' || result === 'refused'

/** Nobody knows yet: whoever comes next looks at the site first. */
export const isInDoubt = (result: UpdateResult) => result === 'running' || result === 'unknown'
