import { route } from '../../operation/address.ts'
import { addPackagePart } from './operations/add-package-part.ts'
import { deletePackage } from './operations/delete-package.ts'
import { downloadPackage } from './operations/download-package.ts'
import { installPackage } from './operations/install-package.ts'
import { listPackages } from './operations/list-packages.ts'

export const addresses = [
  route('GET /packages', listPackages, {
    list: 'items',
    envelopeFields: ({ problem }: { problem: string | null }) => ({ problem }),
  }),
  route('POST /packages/parts', addPackagePart),
  route('DELETE /packages/{id}', deletePackage, { names: { id: 'package_id' } }),
  route('GET /packages/download/{token}', downloadPackage),
  route('POST /sites/{id_or_domain}/software/install-package', installPackage, {
    names: { id_or_domain: 'site_id_or_domain' },
  }),
]
