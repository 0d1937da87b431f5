import type { Feature } from '../../operation/feature.ts'
import { getDirectoryIcon } from './operations/get-directory-icon.ts'
import { searchDirectory } from './operations/search-directory.ts'
import { addresses } from './rest.ts'

export const installsFeature: Feature = {
  name: 'installs',
  operations: [searchDirectory, getDirectoryIcon],
  addresses,
}

export { directoryNameOf, type InstallableType, isFromDirectory, packageAddress } from './directory.ts'
export { findInDirectory, publicDirectory } from './find-in-directory.ts'
export {
  type InstalledVersion,
  inspectInstalled,
  installExactVersion,
  installPrepared,
  prepareVersion,
  type RequestedVersion,
  recordInstallation,
  requireKnownOrigin,
} from './install-version.ts'
export { readDirectoryChangelog } from './read-changelog.ts'
export { findDirectoryItem } from './search-directory.ts'
