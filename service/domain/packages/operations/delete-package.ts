import { z } from 'zod'
import type { Context } from '../../../operation/context.ts'
import { operation } from '../../../operation/operation.ts'
import { packageNotFound } from '../package-errors.ts'
import { deletePackageRow, findPackage } from '../package-store.ts'

export const deletePackage = operation({
  name: 'delete-package',
  summary: 'Delete an uploaded zip file. Sites that have it installed keep it.',
  effect: 'destroy',
  stepUp: false,
  audit: 'one-transaction',
  permission: 'software.manage',
  input: z.strictObject({ package_id: z.int().min(1) }),
  output: z.object({ deleted: z.boolean(), package_id: z.int() }),
})
  .plans(async ({ package_id }, context) => {
    const { name, version } = await requirePackage(context, package_id)
    return { would_affect: [{ package_id, name, version }] }
  })
  .does(async ({ package_id }, context) => {
    await requirePackage(context, package_id)
    await deletePackageRow(context.db, package_id)
    return { deleted: true, package_id }
  })

async function requirePackage({ db, actor }: Context, id: number) {
  const found = await findPackage(db, id, actor)
  if (!found) throw packageNotFound(id)
  return found
}
