import { z } from 'zod'
import { requireUserId } from '../../../operation/actor.ts'
import { operation } from '../../../operation/operation.ts'
import { isoTime, timestamp } from '../../../operation/shapes.ts'
import { factorDueAt, requiresFactor } from '../factors/factor-policy.ts'
import { countFactors } from '../factors/factor-store.ts'
import { requireUser } from '../users/user-store.ts'

export const getOwnFactors = operation({
  name: 'get-own-factors',
  summary: 'Read which second factors your account has, and whether it needs one.',
  effect: 'read',
  permission: 'own',
  input: z.strictObject({}),
  output: z.object({
    totp: z.object({ confirmed_at: timestamp }).nullable().describe('The authenticator app; null: none is set up.'),
    recovery_codes: z.int().describe('Recovery codes that were not used yet.'),
    required: z.boolean().describe('Whether the settings require a second factor for your role.'),
    due_at: timestamp.nullable().describe('Until when one must be set up; null: not required, or the account has one.'),
  }),
}).does(async (_input, { db, settings, actor }) => {
  const user = await requireUser(db, requireUserId(actor))
  const { totp_confirmed_at: confirmed, recovery_codes } = await countFactors(db, user.id)
  const required = requiresFactor(settings, user.role_id === null ? user.role : 'custom')
  const since = user.factor_required_since
  return {
    totp: confirmed && { confirmed_at: isoTime(confirmed) },
    recovery_codes,
    required,
    due_at: required && !confirmed && since ? isoTime(factorDueAt(settings, since)) : null,
  }
})
