import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { isoTime, page, perPage, timestamp } from '../../../operation/shapes.ts'
import { listAuditLines } from '../audit-line-store.ts'

const time = z.iso.datetime({ offset: true }).optional()
const asDate = (text: string | undefined) => (text === undefined ? undefined : new Date(text))

export const listAudit = operation({
  name: 'list-audit',
  summary: 'Read the audit trail, newest first: the changes made through Flotilla, their authors and outcomes.',
  effect: 'read',
  permission: 'access.read',
  input: z.strictObject({
    page,
    per_page: perPage(50, 100),
    operation: z.string().min(1).max(100).optional(),
    actor: z.string().min(1).max(200).optional().describe('The name of a user; includes the keys of the user.'),
    outcome: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .describe('ok, the code of an error, or started: no outcome is known yet.'),
    since: time.describe('Not before this time.'),
    until: time.describe('Before this time.'),
  }),
  output: z.object({
    lines: z.array(
      z.object({
        id: z.int(),
        timestamp,
        actor: z.string(),
        actor_kind: z.string(),
        user_id: z.int().nullable(),
        key_id: z.int().nullable(),
        address: z.string().nullable(),
        request_id: z.string(),
        operation: z.string(),
        subject: z.string(),
        outcome: z.string(),
      }),
    ),
    page: z.int(),
    per_page: z.int(),
    total: z.int(),
  }),
}).does(async ({ page, per_page, since, until, ...filter }, { db }) => {
  const auditFilter = { ...filter, since: asDate(since), until: asDate(until) }
  const { lines, total } = await listAuditLines(db, auditFilter, { page, perPage: per_page })
  return {
    lines: lines.map(({ at, actor_name, ...line }) => ({
      ...line,
      timestamp: isoTime(at),
      actor: actor_name,
    })),
    page,
    per_page,
    total,
  }
})
