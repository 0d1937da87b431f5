import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { HeldRelease, toHeldRelease } from '../held-release.ts'
import { listHeldReleaseRows } from '../held-release-store.ts'

export const listHeldReleases = operation({
  name: 'list-held-releases',
  summary: 'List releases that failed on too many sites: they are installed on no site until a person lifts the hold.',
  effect: 'read',
  permission: 'updates.read',
  input: z.strictObject({ lifted: z.boolean().default(false).describe('Also those that were lifted.') }),
  output: z.object({ releases: z.array(HeldRelease), total: z.int() }),
}).does(async ({ lifted }, { db, actor }) => {
  const releases = (await listHeldReleaseRows(db, lifted, actor.limits)).map(toHeldRelease)
  return { releases, total: releases.length }
})
