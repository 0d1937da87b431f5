import ipaddr from 'ipaddr.js'
import type { Context } from '../../../operation/context.ts'
import { passkeysUnavailable } from '../access-errors.ts'

/** The relying party: the host that passkeys belong to. */
export interface PasskeyAddress {
  rpId: string
  isOrigin(origin: string): boolean
}

/** Why passkeys cannot be used; null: they can. */
export function passkeyProblem({ publicUrl }: Pick<Context, 'publicUrl'>): string | null {
  if (publicUrl === null) return null
  const { hostname, protocol } = new URL(publicUrl)
  if (ipaddr.isValid(hostname.replace(/^\[|\]$/g, ''))) return 'Passkeys need a host name. PUBLIC_URL is an IP address.'
  if (protocol !== 'https:' && hostname !== 'localhost')
    return 'Passkeys need an encrypted connection. PUBLIC_URL starts with http.'
  return null
}

/** Without PUBLIC_URL only localhost, whatever the port: the Host header of a request must not choose the relying party. */
export function passkeyAddress(context: Pick<Context, 'publicUrl'>): PasskeyAddress {
  const problem = passkeyProblem(context)
  if (problem !== null) throw passkeysUnavailable(problem)
  if (context.publicUrl === null)
    return { rpId: 'localhost', isOrigin: (origin) => URL.parse(origin)?.hostname === 'localhost' }
  const { hostname, origin: ours } = new URL(context.publicUrl)
  return { rpId: hostname, isOrigin: (origin) => origin === ours }
}
