import type { Feature } from '../../operation/feature.ts'
import { installSiteVersion } from './operations/install-site-version.ts'
import { addresses } from './rest.ts'

export const installsFeature: Feature = {
  name: 'installs',
  operations: [installSiteVersion],
  addresses,
}

export { installBulkActions } from './bulk-actions.ts'
export { isFromDirectory } from './directory.ts'
export { type InstalledVersion, installExactVersion, type RequestedVersion } from './install-version.ts'
