import { ServiceError } from '../../operation/errors.ts'
import { everyMethod, mountPath, mountReading } from '../http/mount-path.ts'
import type { Surface } from '../surface.ts'
import { namespaces, retiredBase } from './their-names.ts'

const gone = () =>
  new ServiceError(
    'svc_api_version_gone',
    'gone',
    'Version 1 of this interface is not served; use /wp-json/mainwp/v2, which has the same routes and more.',
  )

/** The addresses of the established product that are no aliases: its index, and the version before. */
export const compatSurface: Surface = (app) => {
  // Clients read it to find the namespaces; it has nothing else.
  mountReading(app, '/wp-json', () => ({ namespaces }), { open: true, cheap: true })
  const refuse = {
    admit: () => {
      throw gone()
    },
    handle: () => {},
  }
  const handlers = new Map(everyMethod.map((method) => [method, refuse]))
  for (const path of [retiredBase, `${retiredBase}/*`]) mountPath(app, path, handlers)
}
