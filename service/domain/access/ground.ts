import type { Context } from '../../operation/context.ts'

/** What checking a credential takes; the authenticator works below the corridor and has no actor yet. */
export type Ground = Pick<Context, 'db' | 'clock' | 'secrets'>
