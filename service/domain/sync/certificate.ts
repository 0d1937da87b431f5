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

const plainHttp =
  'The site is called over http, without encryption. Install a certificate and change its address to https.'

/**
 * Shakes hands with the web server of a site as a browser would and looks at its certificate. Null when it could not be
 * reached: then nothing is known about it, and `because` hears why.
 */
export async function lookAtCertificate(
  { outbound }: Pick<Context, 'outbound'>,
  url: string,
  because: (reason: string) => void,
): Promise<CertificateState | null> {
  if (!url.startsWith('https:')) return { valid: false, expires: null, reason: plainHttp }
  try {
    return { valid: true, expires: await expiryAt(url, true), reason: null }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    because(error.message)
    if (error.code === 'tls_failed') return { valid: false, expires: null, reason: error.message }
    if (error.code !== 'tls_invalid') return null
    // It cannot be trusted, but when it ends is of interest all the same.
    const expires = await expiryAt(url, false).catch(() => null)
    return { valid: false, expires, reason: error.message }
  }

  async function expiryAt(address: string, verify: boolean): Promise<Date | null> {
    const { socket } = await outbound.open(address, { verify, deadlines, fresh: true })
    const { valid_to } = (socket as TLSSocket).getPeerCertificate()
    socket.destroy()
    const expires = new Date(valid_to ?? Number.NaN)
    return Number.isNaN(expires.getTime()) ? null : expires
  }
}
