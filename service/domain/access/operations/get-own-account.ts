import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { OwnAccount, ownAccount } from '../own-account.ts'

export const getOwnAccount = operation({
  name: 'get-own-account',
  summary: 'Tell who is calling and what they may do; in a dashboard session also the token that changes must carry.',
  effect: 'read',
  permission: 'account.read',
  input: z.strictObject({}),
  output: OwnAccount,
}).does((_input, context) => ownAccount(context))
