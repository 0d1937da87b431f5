import type { Feature } from '../../operation/feature.ts'
import { addPackagePart } from './operations/add-package-part.ts'
import { deletePackage } from './operations/delete-package.ts'
import { downloadPackage } from './operations/download-package.ts'
import { installPackage } from './operations/install-package.ts'
import { listPackages } from './operations/list-packages.ts'
import { deleteOldPackages, keepPackageDays } from './package-store.ts'
import { addresses } from './rest.ts'

export { packageBulkActions } from './bulk-actions.ts'

export const packagesFeature: Feature = {
  name: 'packages',
  tables: ['packages', 'package_parts', 'package_downloads'],
  operations: [listPackages, addPackagePart, deletePackage, installPackage, downloadPackage],
  addresses,
  retention: [
    {
      table: 'packages',
      cascadesTo: ['package_parts', 'package_downloads'],
      keepDays: keepPackageDays,
      delete: deleteOldPackages,
    },
  ],
}
