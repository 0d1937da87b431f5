import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { idList, page, perPage } from '../../../operation/shapes.ts'
import { ChangeLabels, changeOutcomes, changeSources, FleetChange, maxCountedChanges } from '../change.ts'
import { readChangeLog, toFleetChange } from '../read-changes.ts'

const time = z.iso.datetime({ offset: true }).optional()
const asDate = (text: string | undefined) => (text === undefined ? undefined : new Date(text))

export const listChanges = operation({
  name: 'list-changes',
  summary: `Read the change log of all sites, newest first; total counts up to ${maxCountedChanges.toLocaleString('en')}.`,
  effect: 'read',
  permission: 'sites.read',
  tool: true,
  requires: 'logs',
  input: z.strictObject({
    page,
    per_page: perPage(50, 100),
    site_ids: idList,
    client_id: z.int().min(1).optional(),
    source: z.enum(changeSources).optional(),
    outcome: z.enum(changeOutcomes).optional(),
    types: ChangeLabels.default([]),
    actions: ChangeLabels.default([]),
    user: z.string().min(1).max(200).optional(),
    since: time.describe('Not before this time.'),
    until: time.describe('Before this time.'),
  }),
  output: z.object({ items: z.array(FleetChange), page: z.int(), per_page: z.int(), total: z.int() }),
}).does(async ({ page, per_page, site_ids, client_id, since, until, ...rest }, { db, actor }) => {
  const filter = {
    ...rest,
    siteIds: site_ids,
    clientId: client_id,
    since: asDate(since),
    until: asDate(until),
    limits: actor.limits,
  }
  const { rows, total } = await readChangeLog(db, filter, { page, perPage: per_page })
  return { items: rows.map(toFleetChange), page, per_page, total }
})
