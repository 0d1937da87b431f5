import type { Context } from '../../operation/context.ts'

/** The services that check credentials need. The authenticator runs before the pipeline, so there is no actor yet. */
export type AccessContext = Pick<Context, 'db' | 'clock' | 'access' | 'passwordCost' | 'secrets' | 'settings'>
