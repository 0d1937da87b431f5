import { z } from 'zod'
import { ServiceError } from '../../../operation/errors.ts'
import { operation } from '../../../operation/operation.ts'
import { readImportRow } from '../import/import-row.ts'
import { deleteImportRow, findImportRow, refusalOfRecord } from '../import/import-row-store.ts'
import { ImportedSite, importOneSite } from '../import/import-sites.ts'

const rowNotFound = () =>
  new ServiceError(
    'svc_import_row_not_found',
    'missing',
    'This row is no longer stored: it was imported, or it is older than three days. Import it again.',
  )

export const importSite = operation({
  name: 'import-site',
  summary: 'Add the site of one row of an import. Runs in the job of the import.',
  effect: 'change',
  permission: 'sites.manage',
  input: z.strictObject({ import_row_id: z.int() }),
  output: ImportedSite,
})
  .plans(async ({ import_row_id }) => ({ would_affect: [{ import_row_id }] }))
  .does(async ({ import_row_id }, context) => {
    const { db, secrets } = context
    const record = await findImportRow(db, secrets, import_row_id)
    if (!record) throw rowNotFound()
    const refusal = refusalOfRecord(record)
    if (refusal) throw refusal
    const { outcome, site } = await importOneSite(context, readImportRow(record))
    // The row stays stored, sealed, until the site is connected, so that it can be tried again.
    await deleteImportRow(db, import_row_id)
    return { outcome, site_id: site.id, site_url: site.url }
  })
