import { route } from '../../operation/address.ts'
import { getDirectoryIcon } from './operations/get-directory-icon.ts'
import { installSiteVersion } from './operations/install-site-version.ts'
import { searchDirectory } from './operations/search-directory.ts'

export const addresses = [
  route('GET /directory', searchDirectory, { list: 'items' }),
  route('GET /directory/icon', getDirectoryIcon),
  route('POST /sites/{id_or_domain}/software/install', installSiteVersion, {
    names: { id_or_domain: 'site_id_or_domain' },
  }),
]
