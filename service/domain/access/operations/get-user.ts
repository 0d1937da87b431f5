import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { toUserRecord, userId, userRecord } from '../users/user.ts'
import { requireUser } from '../users/user-store.ts'

export const getUser = operation({
  name: 'get-user',
  summary: 'Show a user.',
  effect: 'read',
  permission: 'access.read',
  input: z.strictObject({ id: userId }),
  output: userRecord,
}).does(async ({ id }, { db }) => toUserRecord(await requireUser(db, id)))
