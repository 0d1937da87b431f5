import { z } from 'zod'
import { requireUserId } from '../../../operation/actor.ts'
import { operation } from '../../../operation/operation.ts'
import { isoTime, timestamp } from '../../../operation/shapes.ts'
import { factorDueAt, requiresFactor } from '../factors/factor-policy.ts'
import { countFactors, hasSecondFactor } from '../factors/factor-store.ts'
import { passkeyProblem } from '../passkeys/passkey-address.ts'
import { passkeyRecord, toPasskeyRecord } from '../passkeys/passkey-record.ts'
import { listPasskeys } from '../passkeys/passkey-store.ts'
import { requireUser } from '../users/user-store.ts'

export const getOwnFactors = operation({
  name: 'get-own-factors',
  summary: 'Read which second factors your account has, and whether it needs one.',
  effect: 'read',
  permission: 'own',
  input: z.strictObject({}),
  output: z.object({
    totp: z.object({ confirmed_at: timestamp }).nullable().describe('The authenticator app; null: none is set up.'),
    passkeys: z.array(passkeyRecord),
    passkeys_problem: z.string().nullable().describe('Why passkeys cannot be used at this address; null: they can.'),
    recovery_codes: z.int().describe('Recovery codes that were not used yet.'),
    required: z.boolean().describe('Whether the settings require a second factor for your role.'),
    due_at: timestamp.nullable().describe('Until when one must be set up; null: not required, or the account has one.'),
  }),
}).does(async (_input, context) => {
  const { db, settings, actor } = context
  const user = await requireUser(db, requireUserId(actor))
  const factors = await countFactors(db, user.id)
  const { totp_confirmed_at: confirmed, recovery_codes } = factors
  const required = requiresFactor(settings, user.role_id === null ? user.role : 'custom')
  const since = user.factor_required_since
  return {
    totp: confirmed && { confirmed_at: isoTime(confirmed) },
    passkeys: (await listPasskeys(db, user.id)).map(toPasskeyRecord),
    passkeys_problem: passkeyProblem(context),
    recovery_codes,
    required,
    due_at: required && !hasSecondFactor(factors) && since ? isoTime(factorDueAt(settings, since)) : null,
  }
})
