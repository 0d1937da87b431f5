import type { IncomingMessage } from 'node:http'
import { ServiceError } from '../../operation/errors.ts'

const singleHeaders = new Set(['host', 'authorization', 'content-type'])

/**
 * Node takes the first of two such headers and says nothing. A proxy in front may have taken the second: what it allowed and
 * what is served would then be two different things.
 */
export function refuseRepeatedHeaders({ rawHeaders }: IncomingMessage): void {
  const seen = new Set<string>()
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!.toLowerCase()
    if (!singleHeaders.has(name)) continue
    if (seen.has(name))
      throw new ServiceError('svc_invalid_input', 'invalid', `The header ${name} comes twice; send it once.`)
    seen.add(name)
  }
}
