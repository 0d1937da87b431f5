import { type BulkAction, bulkAction } from '../../operation/bulk-action.ts'
import { invalidInput } from '../../operation/errors.ts'
import { directoryNameOf, packageAddress } from './directory.ts'
import { installSiteVersion } from './operations/install-site-version.ts'

/** Actions that install something on many sites; one for uploaded files belongs here too. */
export const installBulkActions: BulkAction[] = [
  bulkAction({
    name: 'install-from-directory',
    operation: installSiteVersion,
    kind: 'install',
    options: installSiteVersion.input.pick({ type: true, slug: true, version: true, activate: true }),
    needsConnection: true,
    async split(sites, { type, slug, version }) {
      const name = directoryNameOf(type, slug)
      if (name === null || packageAddress(type, name, version ?? null) === null)
        throw invalidInput({ 'options.slug': `is not the name of a ${type} in the public directory` })
      return { ready: [...sites], leftOut: [] }
    },
    inputOf: ({ id }, options) => ({ site_id_or_domain: id, ...options }),
  }),
]
