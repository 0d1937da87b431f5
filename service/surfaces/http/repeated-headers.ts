import type { IncomingMessage } from 'node:http'
import { ServiceError } from '../../operation/errors.ts'

const singleHeaders = new Set(['host', 'authorization', 'content-type', 'idempotency-key', 'if-match'])

/**
 * Node silently uses the first of two such headers. A proxy in front may have used the second: it would then allow
 * something other than what is served.
 */
export function refuseRepeatedHeaders({ rawHeaders }: IncomingMessage): void {
  const seen = new Set<string>()
  for (const [index, text] of rawHeaders.entries()) {
    const name = text.toLowerCase()
    // Names are at even positions, values at odd ones.
    if (index % 2 === 1 || !singleHeaders.has(name)) continue
    if (seen.has(name))
      throw new ServiceError('svc_invalid_input', 'invalid', `The header ${name} is sent twice; send it once.`)
    seen.add(name)
  }
}
