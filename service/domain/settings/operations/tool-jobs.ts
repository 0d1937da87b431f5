import { z } from 'zod'
import { type Operation, operation } from '../../../operation/operation.ts'
import { present } from '../../../platform/present.ts'
import { JobId, startJob } from '../../jobs/index.ts'
import { planForSites, selectSites } from '../../sites/index.ts'
import { type SiteTool, siteTools, ToolJobStatus, toolJobStatus } from '../site-tools.ts'

const everySite = { refs: [], ifEmpty: { status: 'any' as const } }

function operationsOf({ name, id, summary, perSite, input }: SiteTool): [start: Operation, status: Operation] {
  const start = operation({
    name,
    summary,
    effect: 'change',
    audit: 'one-transaction',
    permission: 'settings.manage',
    // On every site.
    stepUp: true,
    input: z.strictObject({}),
    output: z.object({ [id]: JobId, job_id: JobId, total: z.int() }),
  })
    .plans((_input, context) => planForSites(context, everySite))
    .does(async (_input, context) => {
      const { sites } = await selectSites(context, everySite)
      const targets = sites.map((site) => ({
        siteId: site.id,
        label: site.url,
        input: { ...input, site_id_or_domain: site.id },
      }))
      const job = await startJob(context, { kind: name, operation: perSite, targets })
      return { [id]: String(job.id), job_id: String(job.id), total: targets.length }
    })
  const status = operation({
    name: `get-${name}-status`,
    summary: `Read the progress and the failures of a ${name} job.`,
    effect: 'read',
    permission: 'settings.read',
    input: z.strictObject({ [id]: JobId }),
    output: ToolJobStatus,
  }).does((given, context) => toolJobStatus(context, name, present(given[id], 'the id of the job')))
  return [start, status]
}

/** The operations that start each tool and read the status of its jobs. */
export const toolOperations = siteTools.map((tool) => ({ ...tool, operations: operationsOf(tool) }))
