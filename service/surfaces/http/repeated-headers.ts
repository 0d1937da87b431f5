import type { IncomingMessage } from 'node:http'
import { ServiceError } from '../../operation/errors.ts'

const singleHeaders = new Set(['host', 'authorization', 'content-type', 'idempotency-key', 'if-match'])

/**
 * Node silently uses the first of two such headers. A proxy in front may have used the second: it would then allow
 * something other than what is served.
 */
export function refuseRepeatedHeaders({ rawHeaders }: IncomingMessage): void {
  const seen: string[] = []
  // Names are at even positions, values at odd ones.
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]?.toLowerCase() ?? ''
    if (!singleHeaders.has(name)) continue
    if (seen.includes(name))
      throw new ServiceError('svc_invalid_input', 'invalid', `The header ${name} is sent twice; send it once.`)
    seen.push(name)
  }
}
