import { z } from 'zod'
import { describeLeftOut } from '../../operation/import-rows.ts'
import { present } from '../../platform/present.ts'
import type { NowOrLater } from '../jobs/index.ts'
import { CreatedUser } from './create-user.ts'
import type { ImportTargets, UserImportTarget } from './user-import-table.ts'

const jobFields = { job_id: z.string(), status_url: z.string() }

const rejected = z
  .array(z.object({ row: z.int(), problems: z.record(z.string(), z.string()) }))
  .describe('Invalid rows that skip_invalid skipped, with the reason by field.')

/** The outcome per user and site; above 200 of them, the job. */
export const UserImportOutcome = z.discriminatedUnion('queued', [
  z.object({
    queued: z.literal(false),
    ...jobFields,
    created: z.array(CreatedUser.extend({ row: z.int() })),
    errors: z.array(
      z.object({
        row: z.int(),
        identifier: z.string(),
        site_id: z.int(),
        site_url: z.string(),
        code: z.string(),
        message: z.string(),
      }),
    ),
    total_created: z.int(),
    total_errors: z.int(),
    rejected,
  }),
  z.object({
    queued: z.literal(true),
    ...jobFields,
    users_queued: z.int(),
    rows: z
      .array(z.object({ row: z.int(), targets: z.int() }))
      .describe('How many targets of the job belong to each row, in the order of the targets.'),
    rejected,
  }),
])

export function toUserImportOutcome(
  outcome: NowOrLater<CreatedUser>,
  { targets, invalid }: ImportTargets,
): z.output<typeof UserImportOutcome> {
  const { rejected } = describeLeftOut({ rejected: toRejected(invalid), skipped: [] })
  const job_id = String(outcome.job.id)
  const job = { job_id, status_url: `/api/v2/jobs/${job_id}` }
  if (outcome.queued)
    return { queued: true, ...job, users_queued: outcome.job.total, rows: countByRow(targets), rejected }
  const targetAt = (position: number) => present(targets[position], 'the row of the target')
  const created = outcome.targets.flatMap((target) =>
    target.state === 'succeeded' ? [{ row: targetAt(target.position).row, ...target.result }] : [],
  )
  const errors = outcome.targets
    .filter((target) => target.state !== 'succeeded')
    .map((target) => {
      const { row, user, site } = targetAt(target.position)
      return {
        ...{ row, identifier: user.username, site_id: site.id, site_url: site.url },
        code: target.state === 'failed' ? target.code : 'svc_still_running',
        message: target.state === 'failed' ? target.message : 'Still running. The job shows the outcome.',
      }
    })
  const totals = { total_created: created.length, total_errors: errors.length }
  return { queued: false, ...job, created, errors, ...totals, rejected }
}

const toRejected = (invalid: ImportTargets['invalid']) => invalid.map(({ line, problems }) => ({ row: line, problems }))

const countByRow = (targets: readonly UserImportTarget[]) =>
  [...Map.groupBy(targets, ({ row }) => row)].map(([row, own]) => ({ row, targets: own.length }))

/** An entry per row, with what is left out: for tables whose invalid rows are corrected by a person. */
export function planByRow({ targets, invalid }: ImportTargets) {
  const rows = [...Map.groupBy(targets, ({ row }) => row).values()].flatMap(([first, ...others]) =>
    first ? [{ ...first, sites: 1 + others.length }] : [],
  )
  const would_affect = rows.map(({ row, sites, user: { username, email, role } }) => ({
    ...{ row, username, email, role, sites, action: 'add' },
  }))
  return { would_affect, ...describeLeftOut({ rejected: toRejected(invalid), skipped: [] }) }
}
