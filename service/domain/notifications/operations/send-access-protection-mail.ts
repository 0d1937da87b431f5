import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { typedKeys } from '../../../platform/typed-keys.ts'
import { accessProtections } from '../../events/index.ts'
import { describeProtectionChange } from '../mail/access-protection-notice.ts'
import { mailAdministrators } from '../mail/mail-administrators.ts'

/** Has no address: a change of settings that protect access queues it. */
export const sendAccessProtectionMail = operation({
  name: 'send-access-protection-mail',
  summary: 'Notify the administrators by e-mail that settings that protect access were changed.',
  effect: 'change',
  permission: 'access.manage',
  input: z.strictObject({
    protection: z.enum(typedKeys(accessProtections)),
    by: z.string().max(500),
    at: z.iso.datetime(),
  }),
  output: z.object({ sent: z.boolean() }),
})
  .plans(async ({ protection }) => ({ would_affect: [{ protection }] }))
  .does(async (change, context) => ({ sent: await mailAdministrators(context, describeProtectionChange(change)) }))
