import type { Feature } from '../../operation/feature.ts'
import { describeImport } from './operations/describe-import.ts'
import { importSites } from './operations/import-sites.ts'
import { importUsers } from './operations/import-users.ts'
import { addresses } from './rest.ts'

export const importsFeature: Feature = {
  name: 'imports',
  operations: [describeImport, importSites, importUsers],
  addresses,
}
