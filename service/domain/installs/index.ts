import type { Feature } from '../../operation/feature.ts'
import { installSiteVersion } from './operations/install-site-version.ts'
import { addresses } from './rest.ts'

export const installsFeature: Feature = {
  name: 'installs',
  operations: [installSiteVersion],
  addresses,
}

export { isFromDirectory } from './directory.ts'
export {
  type InstalledVersion,
  inspectInstalled,
  installExactVersion,
  type RequestedVersion,
  recordInstallation,
} from './install-version.ts'
