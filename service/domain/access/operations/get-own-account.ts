import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { OwnAccount, ownAccount } from '../users/own-account.ts'

export const getOwnAccount = operation({
  name: 'get-own-account',
  summary: 'Show the caller and its rights; in a dashboard session also the CSRF token for changes.',
  effect: 'read',
  permission: 'account.read',
  input: z.strictObject({}),
  output: OwnAccount,
}).does((_input, context) => ownAccount(context))
