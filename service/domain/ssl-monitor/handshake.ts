import type { TLSSocket } from 'node:tls'
import type { Context } from '../../operation/context.ts'
import { OutboundError } from '../../platform/outbound/errors.ts'
import type { Deadlines } from '../../platform/outbound/request.ts'
import type { Problem } from './certificate.ts'
import { problemsOf } from './problems.ts'
import { type PresentedCertificate, readCertificate } from './read-certificate.ts'

/** The outcome of one TLS probe. */
export type TlsProbe =
  | { outcome: 'seen'; certificate: PresentedCertificate; problems: Problem[] }
  | { outcome: 'no-tls' | 'unreachable' | 'plain-http'; reason: string }

const plainHttp = 'The site uses http, without encryption. Install a certificate and change its address to https.'

/**
 * A full handshake with the web server of a site that accepts untrusted certificates: certificate problems are the
 * result, not an error. Nothing is sent after it.
 */
export async function probeTls(
  { outbound, clock }: Pick<Context, 'outbound' | 'clock'>,
  url: string,
  deadlines: Partial<Deadlines> = {},
): Promise<TlsProbe> {
  if (!url.startsWith('https:')) return { outcome: 'plain-http', reason: plainHttp }
  try {
    const { socket, tls } = await outbound.open(url, { verify: false, fresh: true, deadlines })
    try {
      if (tls === null) return { outcome: 'plain-http', reason: plainHttp }
      return readHandshake(tls, new URL(url).hostname, clock.now())
    } finally {
      socket.destroy()
    }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    return { outcome: error.code === 'tls_failed' ? 'no-tls' : 'unreachable', reason: error.message }
  }
}

function readHandshake(socket: TLSSocket, hostname: string, now: Date): TlsProbe {
  const presented = socket.getPeerX509Certificate()
  const certificate = presented && readCertificate(presented, socket)
  if (!certificate) return { outcome: 'no-tls', reason: 'The server sent no readable certificate.' }
  const trustError = socket.authorized ? null : String(socket.authorizationError)
  return { outcome: 'seen', certificate, problems: problemsOf(presented, { hostname, trustError, now }) }
}
