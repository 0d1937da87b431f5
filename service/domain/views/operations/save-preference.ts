import { z } from 'zod'
import { requireUserId } from '../../../operation/actor.ts'
import { invalidInput } from '../../../operation/errors.ts'
import { operation } from '../../../operation/operation.ts'
import { upsertPreference } from '../preference-store.ts'

const maxLength = 4_000

export const savePreference = operation({
  name: 'save-preference',
  summary: 'Store what you set in the dashboard, such as the columns of a table, so that it applies in every browser.',
  effect: 'change',
  idempotent: true,
  audit: 'one-transaction',
  permission: 'own',
  input: z.strictObject({
    name: z
      .string()
      .regex(/^[a-z][a-z0-9.-]{0,59}$/)
      .meta({ examples: ['columns.sites'] }),
    value: z.array(z.string().max(100)).max(100).nullable().describe('null: forget it.'),
  }),
  output: z.object({ name: z.string(), saved: z.literal(true) }),
})
  .plans(async ({ name }) => ({ would_affect: [{ name }] }))
  .does(async ({ name, value }, { db, actor, clock }) => {
    if (JSON.stringify(value).length > maxLength)
      throw invalidInput({ value: `must be at most ${maxLength} characters as JSON` })
    await upsertPreference(db, { userId: requireUserId(actor), name, value }, clock.now())
    return { name, saved: true }
  })
