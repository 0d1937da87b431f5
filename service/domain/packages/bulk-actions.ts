import { type BulkAction, bulkAction } from '../../operation/bulk-action.ts'
import { installPackage } from './operations/install-package.ts'
import { packageNotFound, publicUrlMissing } from './package-errors.ts'
import { findPackage } from './package-store.ts'

export const packageBulkActions: BulkAction[] = [
  bulkAction({
    name: 'install-package',
    operation: installPackage,
    kind: 'install',
    options: installPackage.input.pick({ package_id: true, activate: true }),
    needsConnection: true,
    async split(sites, { package_id }, context) {
      if (!(await findPackage(context.db, package_id, context.actor))) throw packageNotFound(package_id)
      if (context.publicUrl === null) throw publicUrlMissing()
      return { ready: [...sites], leftOut: [] }
    },
    inputOf: ({ id }, options) => ({ site_id_or_domain: id, ...options }),
  }),
]
