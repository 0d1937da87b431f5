import { z } from 'zod'
import { present } from '../../platform/present.ts'
import type { NowOrLater } from '../jobs/index.ts'
import { CreatedUser } from './create-user.ts'
import type { UserImportTarget } from './user-import-table.ts'

const jobFields = { job_id: z.string(), status_url: z.string() }

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
  }),
  z.object({ queued: z.literal(true), ...jobFields, users_queued: z.int() }),
])

export function toUserImportOutcome(
  outcome: NowOrLater<CreatedUser>,
  targets: readonly UserImportTarget[],
): z.output<typeof UserImportOutcome> {
  const job_id = String(outcome.job.id)
  const job = { job_id, status_url: `/api/v2/jobs/${job_id}` }
  if (outcome.queued) return { queued: true, ...job, users_queued: outcome.job.total }
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
  return { queued: false, ...job, created, errors, total_created: created.length, total_errors: errors.length }
}
