import type { Context } from '../../operation/context.ts'

/** What checking a credential takes; the authenticator works before the pipeline and has no actor yet. */
export type AccessContext = Pick<Context, 'db' | 'clock' | 'secrets' | 'passwordCost'>
