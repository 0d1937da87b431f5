import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { page, paged, perPage, search } from '../../../operation/shapes.ts'
import { publicUrlProblem } from '../download-address.ts'
import { toUploadedPackage, UploadedPackage } from '../package.ts'
import { listPackageRows } from '../package-store.ts'

export const listPackages = operation({
  name: 'list-packages',
  summary: 'List the uploaded zip files of plugins and themes, the newest first.',
  effect: 'read',
  permission: 'software.read',
  input: z.strictObject({ search, page, per_page: perPage(20, 100) }),
  output: paged(UploadedPackage).extend({
    problem: z.string().nullable().describe('Why sites probably cannot download packages from Flotilla.'),
  }),
}).does(async ({ search, page, per_page }, context) => {
  const { rows, total } = await listPackageRows(context.db, context.actor, { page, perPage: per_page, search })
  return { items: rows.map(toUploadedPackage), page, per_page, total, problem: publicUrlProblem(context) }
})
