import { z } from 'zod'
import { isoTime, timestamp } from '../../../operation/shapes.ts'
import { oneLineText } from '../users/user.ts'
import type { PasskeyRow } from './passkey-store.ts'

export const passkeyName = oneLineText(60).min(1)

export const passkeyRecord = z.object({
  id: z.int(),
  name: z.string(),
  created_at: timestamp,
  last_used_at: timestamp.nullable(),
})

export const toPasskeyRecord = ({ id, name, created_at, last_used_at }: PasskeyRow): z.input<typeof passkeyRecord> => ({
  id,
  name,
  created_at: isoTime(created_at),
  last_used_at: isoTime(last_used_at),
})
