import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { csvText } from '../../../operation/table-input.ts'
import { siteSelectors } from '../../content/index.ts'
import { background, nowOrLater } from '../../jobs/index.ts'
import { ImportOutcome, toImportOutcome } from '../import-outcome.ts'
import { type ImportedUser, readRows, targetsOf } from '../import-table.ts'
import { keepOrders } from '../order-store.ts'
import { createSiteUser } from './create-site-user.ts'

export const importSiteUsers = operation({
  name: 'import-site-users',
  summary:
    'Make many users on many sites from a table, as a job. A table with a mistake in it is refused as a whole, before anything is done.',
  effect: 'change',
  permission: 'users.manage',
  aliases: { csv_file: 'csv' },
  input: z.strictObject({
    csv: csvText.optional(),
    rows: z.array(z.record(z.string(), z.unknown())).max(10_000).optional().describe('The same as records.'),
    has_header: z.boolean().default(true).describe('Without a header the columns come in the order of the template.'),
    background,
    ...siteSelectors,
  }),
  output: ImportOutcome,
  subject: ({ csv, rows }) => (rows ? `${rows.length} rows` : `a table of ${csv?.length ?? 0} characters`),
})
  .plans(async (input, context) => {
    const targets = await targetsOf(context, readRows(input), input)
    const would_affect = targets.slice(0, 1_000).map(({ row, user: { username, email, role }, site }) => ({
      ...{ row, username, email, role },
      ...{ site_id: site.id, site_url: site.url },
    }))
    return { would_affect, count: targets.length }
  })
  .does(async (input, context) => {
    const targets = await targetsOf(context, readRows(input), input)
    const rows = [...new Map(targets.map(({ row, user }): [number, ImportedUser] => [row, user]))]
    const kept = await keepOrders(
      context,
      rows.map(([, user]) => user),
      context.clock.now(),
    )
    const orderOf = new Map(rows.map(([row], index) => [row, kept[index]!]))
    const outcome = await nowOrLater(context, {
      background: input.background,
      kind: 'import-users',
      operation: createSiteUser,
      targets: targets.map(({ row, user, site }) => ({
        siteId: site.id,
        label: `${user.username} on ${site.url}`,
        input: { site_id_or_domain: site.id, order_id: orderOf.get(row)! },
      })),
    })
    return toImportOutcome(outcome, targets)
  })
