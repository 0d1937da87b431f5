import type { TLSSocket } from 'node:tls'
import type { Context } from '../../operation/context.ts'
import { OutboundError } from '../../platform/outbound/errors.ts'

export interface CertificateState {
  valid: boolean
  expires: Date | null
  /** Why it is not valid; null when it is. */
  reason: string | null
}

/** Whoever reads stored facts must not wait long for a web server that sleeps. */
const deadlines = { dns: 1_000, connect: 2_500 }

/** Without encryption there is nothing to look at. */
export const noCertificate: CertificateState = {
  valid: false,
  expires: null,
  reason: 'The site is called over http, without encryption. Install a certificate and change its address to https.',
}

/** Shakes hands with the web server of a site as a browser would, and looks at its certificate. */
export async function lookAtCertificate(
  { outbound }: Pick<Context, 'outbound'>,
  url: string,
): Promise<CertificateState | { unreachable: string }> {
  try {
    return { valid: true, expires: await expiryAt(url, true), reason: null }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    const { code, message } = error
    if (code === 'tls_failed') return { valid: false, expires: null, reason: message }
    if (code !== 'tls_invalid') return { unreachable: message }
    // It cannot be trusted, but when it ends is of interest all the same.
    return { valid: false, expires: await expiryAt(url, false).catch(() => null), reason: message }
  }

  async function expiryAt(address: string, verify: boolean): Promise<Date | null> {
    const { socket } = await outbound.open(address, { verify, deadlines, fresh: true })
    const { valid_to } = (socket as TLSSocket).getPeerCertificate()
    socket.destroy()
    const expires = new Date(valid_to ?? Number.NaN)
    return Number.isNaN(expires.getTime()) ? null : expires
  }
}
