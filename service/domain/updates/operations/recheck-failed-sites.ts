import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { repeatFailedChecks } from '../run/repeat-failed-checks.ts'
import { countFailedChecks } from '../run/site-verdict-store.ts'

/** Runs on a schedule. */
export const recheckFailedSites = operation({
  name: 'recheck-failed-sites',
  summary: 'Check sites again that failed their checks after updates, or could not be checked. Runs on a schedule.',
  effect: 'change',
  idempotent: true,
  permission: 'settings.manage',
  input: z.strictObject({}),
  output: z.object({ checked: z.int(), passed: z.int() }),
})
  .plans(async (_input, { db, clock }) => ({ would_affect: [], count: await countFailedChecks(db, clock.now()) }))
  .does((_input, context) => repeatFailedChecks(context))
