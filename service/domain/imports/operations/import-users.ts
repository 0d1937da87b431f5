import { z } from 'zod'
import { columnMapping, describeLeftOut, importRecords, RowResult, toResults } from '../../../operation/import-rows.ts'
import { operation } from '../../../operation/operation.ts'
import { csvText, readKindTable } from '../../../operation/table-input.ts'
import { requireMayInvite, shownRole } from '../../access/index.ts'
import { userImport } from '../user-columns.ts'
import { inviteRows, readUserRows } from '../user-import.ts'

export const importUsers = operation({
  name: 'import-users',
  summary:
    'Invite many people from a table by e-mail, with role and limits. They choose their user names and passwords themselves. Wrong rows are reported; the others are invited.',
  effect: 'change',
  permission: 'access.manage',
  stepUp: true,
  input: z.strictObject({ csv: csvText.optional(), rows: importRecords, columns: columnMapping }),
  output: z.object({
    invited: z.int(),
    total: z.int(),
    results: z.array(RowResult).describe('What became of each row.'),
  }),
  results: ({ invited, results }) => ({
    done: invited,
    errors: results.flatMap(({ code, message }) => (code === null ? [] : [{ code, message: message ?? '' }])),
    label: ['person invited', 'people invited'],
  }),
  subject: ({ csv, rows }) => (rows ? `a table of ${rows.length} rows` : `a table of ${csv?.length ?? 0} characters`),
})
  .plans(async (table, context) => {
    await requireMayInvite(context)
    const read = await readUserRows(context, readKindTable(userImport, table))
    return {
      would_affect: read.people.map(({ row, email, name, rights, action }) => ({
        ...{ row, email, name, action },
        role: shownRole(rights),
      })),
      ...describeLeftOut(read),
    }
  })
  .does(async (table, context) => {
    await requireMayInvite(context)
    const rows = readKindTable(userImport, table)
    const read = await readUserRows(context, rows)
    const results = toResults(await inviteRows(context, read.people), read)
    const invited = results.filter(({ outcome }) => outcome === 'created' || outcome === 'merged').length
    return { invited, total: rows.length, results }
  })
