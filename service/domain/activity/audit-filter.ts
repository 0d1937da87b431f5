import { z } from 'zod'
import type { Limits } from '../../operation/limits.ts'
import { type AuditKind, auditKinds } from './audit-kinds.ts'
import { type AuditResult, auditResults } from './audit-results.ts'

const time = z.iso.datetime({ offset: true }).optional()
const asDate = (text: string | undefined) => (text === undefined ? undefined : new Date(text))

/** The filters of the list and of the export. */
export const auditFilterInput = {
  user_id: z
    .int()
    .min(1)
    .optional()
    .describe('What this user did, with the keys of the user, and refused attempts to sign in as this user.'),
  people_only: z
    .boolean()
    .default(false)
    .describe('Only what signed-in people did: no keys, no schedules, no refused attempts.'),
  kind: z
    .enum(auditKinds)
    .optional()
    .describe('The subject: access, sites, updates, content, clients, settings, system or other.'),
  site_id: z.int().min(1).optional().describe('Only lines about this site.'),
  result: z
    .enum(auditResults)
    .optional()
    .describe('done, partial, refused, failed, or unknown: it may or may not have happened.'),
  operation: z.string().min(1).max(100).optional(),
  actor: z.string().min(1).max(200).optional().describe('The name of a user; includes the keys of the user.'),
  outcome: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .describe('ok, partial, the code of an error, or started: no outcome is known yet.'),
  since: time.describe('Not before this time.'),
  until: time.describe('Before this time.'),
}

const FilterInput = z.object(auditFilterInput)

export interface AuditFilter {
  userId?: number | undefined
  peopleOnly: boolean
  kind?: AuditKind | undefined
  siteId?: number | undefined
  result?: AuditResult | undefined
  operation?: string | undefined
  actor?: string | undefined
  outcome?: string | undefined
  since?: Date | undefined
  until?: Date | undefined
  /** Only lines about sites within these, and about no others. */
  limits: Limits | null
}

export const toAuditFilter = (input: z.output<typeof FilterInput>, limits: Limits | null): AuditFilter => ({
  userId: input.user_id,
  peopleOnly: input.people_only,
  kind: input.kind,
  siteId: input.site_id,
  result: input.result,
  operation: input.operation,
  actor: input.actor,
  outcome: input.outcome,
  since: asDate(input.since),
  until: asDate(input.until),
  limits,
})
