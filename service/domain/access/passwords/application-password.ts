import { z } from 'zod'
import { isoTime, timestamp } from '../../../operation/shapes.ts'
import { oneLineText } from '../users/user.ts'
import type { ApplicationPasswordRow } from './application-password-store.ts'

export const applicationPasswordName = oneLineText(100).min(1)

export const applicationPasswordRecord = z.object({
  id: z.int(),
  name: z.string(),
  created_at: timestamp,
  last_used_at: timestamp.nullable(),
})

export function toApplicationPasswordRecord(row: ApplicationPasswordRow): z.input<typeof applicationPasswordRecord> {
  const { id, name, created_at, last_used_at } = row
  return { id, name, created_at: isoTime(created_at), last_used_at: isoTime(last_used_at) }
}
