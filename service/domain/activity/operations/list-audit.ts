import { z } from 'zod'
import { invalidInput } from '../../../operation/errors.ts'
import { operation } from '../../../operation/operation.ts'
import { isoTime, page, perPage, timestamp } from '../../../operation/shapes.ts'
import { auditFilterInput, toAuditFilter } from '../audit-filter.ts'
import { auditKinds, kindOf } from '../audit-kinds.ts'
import { linkAuditLines } from '../audit-links.ts'
import { type AuditCursor, countAuditLines, type ListedAuditLine, listAuditLines } from '../audit-list-store.ts'
import { auditResults, resultOf } from '../audit-results.ts'

const Line = z.object({
  id: z.int(),
  timestamp,
  actor: z.string(),
  actor_kind: z.string(),
  user_id: z.int().nullable(),
  user_login: z.string().nullable(),
  key_id: z.int().nullable(),
  key_description: z.string().nullable(),
  address: z.string().nullable(),
  request_id: z.string(),
  operation: z.string(),
  kind: z.enum(auditKinds),
  subject: z.string(),
  sites: z.array(z.object({ id: z.int(), name: z.string(), url: z.string() })),
  site_count: z.int(),
  outcome: z.string(),
  result: z.enum(auditResults),
})

export const listAudit = operation({
  name: 'list-audit',
  summary: 'Read the audit trail, newest first: the changes made through Flotilla, their authors and outcomes.',
  effect: 'read',
  permission: 'access.read',
  input: z.strictObject({
    page,
    per_page: perPage(50, 100),
    ...auditFilterInput,
    after: z
      .string()
      .max(60)
      .optional()
      .describe(
        'The `next` of the answer before: the lines after it. Takes the place of `page` and stays quick in long lists.',
      )
      .meta({ examples: ['2026-11-15T09:00:00.000Z 1'] }),
  }),
  output: z.object({
    lines: z.array(Line),
    page: z.int(),
    per_page: z.int(),
    total: z.int(),
    next: z.string().nullable(),
    sites_complete: z
      .boolean()
      .describe('false: the sites of older lines are still being read; a filter by site may lack some.'),
  }),
}).does(async ({ page, per_page, after, ...input }, { db, actor }) => {
  // A reader does not wait for the lines of years; the hourly work processes them.
  const isComplete = await linkAuditLines(db, 5)
  const filter = toAuditFilter(input, actor.limits)
  const cursor = after === undefined ? undefined : readCursor(after)
  const position = cursor ? { after: cursor } : { offset: (page - 1) * per_page }
  const [lines, total] = await Promise.all([
    listAuditLines(db, filter, { ...position, limit: per_page }),
    countAuditLines(db, filter),
  ])
  const last = lines.length === per_page ? lines.at(-1) : undefined
  return {
    lines: lines.map(toLine),
    page,
    per_page,
    total,
    next: last ? `${last.at.toISOString()} ${last.id}` : null,
    sites_complete: isComplete,
  }
})

const toLine = ({ at, actor_name, ...line }: ListedAuditLine) => ({
  ...line,
  timestamp: isoTime(at),
  actor: actor_name,
  kind: kindOf(line.operation),
  result: resultOf(line.outcome),
})

function readCursor(text: string): AuditCursor {
  const [time = '', id = ''] = text.split(' ')
  const at = new Date(time)
  if (Number.isNaN(at.getTime()) || !/^\d{1,15}$/.test(id))
    throw invalidInput({ after: 'must be the `next` of an earlier answer' })
  return { at, id: Number(id) }
}
