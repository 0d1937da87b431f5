import { z } from 'zod'
import { ServiceError } from '../../../operation/errors.ts'
import { operation } from '../../../operation/operation.ts'
import { ImportedSite } from '../import-outcome.ts'
import { readImportRow } from '../import-row.ts'
import { importSite as importOne } from '../import-site.ts'
import { findImportRow, forgetImportRow } from '../import-store.ts'

const rowForgotten = () =>
  new ServiceError(
    'svc_import_row_not_found',
    'missing',
    'This row is not kept any more: it was imported, or three days have passed. Import it again.',
  )

export const importSite = operation({
  name: 'import-site',
  summary: 'Make a site of one row of an import; the job of the import runs this.',
  effect: 'change',
  permission: 'sites.manage',
  input: z.strictObject({ import_row_id: z.int() }),
  output: ImportedSite,
})
  .plans(async ({ import_row_id }) => ({ would_affect: [{ import_row_id }] }))
  .does(async ({ import_row_id }, context) => {
    const { db, secrets } = context
    const record = await findImportRow(db, secrets, import_row_id)
    if (!record) throw rowForgotten()
    const { outcome, site } = await importOne(context, readImportRow(record))
    // Connected: what the row held is not needed any more. Until then it waits, sealed, for another try.
    await forgetImportRow(db, import_row_id)
    return { outcome, site_id: site.id, site_url: site.url }
  })
