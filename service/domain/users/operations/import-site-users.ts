import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { csvText, refuseLines } from '../../../operation/table-input.ts'
import { present } from '../../../platform/present.ts'
import { background, nowOrLater } from '../../jobs/index.ts'
import { siteSelectors } from '../../site-calls/index.ts'
import { planByRow, toUserImportOutcome, UserImportOutcome } from '../user-import-outcome.ts'
import { readImportRows, toImportTargets } from '../user-import-table.ts'
import type { NewUserInput } from '../user-input.ts'
import { insertOrders } from '../user-order-store.ts'
import { createSiteUser } from './create-site-user.ts'

export const importSiteUsers = operation({
  name: 'import-site-users',
  summary:
    'Create many users on many sites from a table, as a job. A table with an invalid line is refused before anything is changed, unless skip_invalid is sent.',
  effect: 'change',
  permission: 'users.manage',
  stepUp: true,
  // Rows can have passwords.
  hiddenInput: ['csv', 'rows'],
  aliases: { csv_file: 'csv' },
  input: z.strictObject({
    csv: csvText.optional(),
    rows: z.array(z.record(z.string(), z.unknown())).max(10_000).optional().describe('The same as a list of objects.'),
    has_header: z.boolean().default(true).describe('Without a header the columns have the order of the template.'),
    skip_invalid: z
      .boolean()
      .default(false)
      .describe('Create the users of the valid rows and report the others, instead of refusing the table.'),
    background,
    ...siteSelectors,
  }),
  output: UserImportOutcome,
  results: (output) =>
    output.queued
      ? null
      : { done: output.total_created, errors: output.errors, label: ['user created', 'users created'] },
  subject: ({ csv, rows }) => (rows ? `${rows.length} rows` : `a table of ${csv?.length ?? 0} characters`),
})
  .plans(async (input, context) => {
    const planned = await toImportTargets(context, readImportRows(input), input, { skipInvalid: input.skip_invalid })
    if (input.skip_invalid) return planByRow(planned)
    const { targets } = planned
    const would_affect = targets.slice(0, 1_000).map(({ row, user: { username, email, role }, site }) => ({
      ...{ row, username, email, role },
      ...{ site_id: site.id, site_url: site.url },
    }))
    return { would_affect, count: targets.length }
  })
  .does(async (input, context) => {
    const planned = await toImportTargets(context, readImportRows(input), input, { skipInvalid: input.skip_invalid })
    const { targets } = planned
    if (targets.length === 0) refuseLines(planned.invalid)
    const rows = [...new Map(targets.map(({ row, user }): [number, NewUserInput] => [row, user]))]
    const orderIds = await insertOrders(
      context,
      rows.map(([, user]) => user),
      context.clock.now(),
    )
    const orderOf = new Map(rows.map(([row], index) => [row, present(orderIds[index], 'the order of the row')]))
    const outcome = await nowOrLater(context, {
      background: input.background,
      kind: 'import-users',
      operation: createSiteUser,
      targets: targets.map(({ row, user, site }) => ({
        siteId: site.id,
        label: `${user.username} on ${site.url}`,
        input: { site_id_or_domain: site.id, order_id: present(orderOf.get(row), 'the order of the row') },
      })),
    })
    return toUserImportOutcome(outcome, planned)
  })
