import { route } from '../../operation/address.ts'
import { installSiteVersion } from './operations/install-site-version.ts'

export const addresses = [
  route('POST /sites/{id_or_domain}/software/install', installSiteVersion, {
    names: { id_or_domain: 'site_id_or_domain' },
  }),
]
