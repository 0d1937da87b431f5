import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { matchPending } from '../matching/match-pending.ts'
import { markAllPending } from '../sources/entry-store.ts'

export const matchVulnerabilities = operation({
  name: 'match-vulnerabilities',
  summary: 'Compare all sites with all known vulnerabilities again. Normally only what changed is compared, at once.',
  effect: 'change',
  idempotent: true,
  permission: 'settings.manage',
  heavy: true,
  input: z.strictObject({}),
  output: z.object({
    items: z.int().describe('Plugins, themes and WordPress.'),
    found: z.int().describe('New findings.'),
  }),
})
  .plans(async () => ({ would_affect: [] }))
  .does(async (_input, context) => {
    await markAllPending(context.db, context.clock.now())
    return matchPending(context)
  })
