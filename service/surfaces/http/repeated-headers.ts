import type { IncomingMessage } from 'node:http'
import { ServiceError } from '../../operation/errors.ts'

const singleHeaders = new Set(['host', 'authorization', 'content-type'])

/**
 * Node silently uses the first of two such headers. A proxy in front may have used the second: it would then allow
 * something other than what is served.
 */
export function refuseRepeatedHeaders({ rawHeaders }: IncomingMessage): void {
  const seen = new Set<string>()
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!.toLowerCase()
    if (!singleHeaders.has(name)) continue
    if (seen.has(name))
      throw new ServiceError('svc_invalid_input', 'invalid', `The header ${name} is sent twice; send it once.`)
    seen.add(name)
  }
}
