import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { dueAutomaticUpdates, listDueSites, startAutomaticUpdates } from '../run/automatic-updates.ts'

export const runAutomaticUpdates = operation({
  name: 'run-automatic-updates',
  summary: 'Start the automatic updates when they are due; runs every few minutes.',
  effect: 'change',
  idempotent: true,
  permission: 'settings.manage',
  input: z.strictObject({}),
  output: z.object({ sites: z.int(), job_id: z.string().nullable() }),
})
  .plans(async (_input, context) => {
    const due = await dueAutomaticUpdates(context)
    return { would_affect: due ? (await listDueSites(context, due)).map(({ id, url }) => ({ id, url })) : [] }
  })
  .does(async (_input, context) => {
    const due = await dueAutomaticUpdates(context)
    return due ? startAutomaticUpdates(context, due) : { sites: 0, job_id: null }
  })
