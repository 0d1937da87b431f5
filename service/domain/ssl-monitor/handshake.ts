import type { TLSSocket } from 'node:tls'
import type { Context } from '../../operation/context.ts'
import { OutboundError } from '../../platform/outbound/errors.ts'
import type { Deadlines } from '../../platform/outbound/request.ts'
import type { Problem } from './certificate.ts'
import { problemsOf } from './problems.ts'
import { type PresentedCertificate, readCertificate } from './read-certificate.ts'

/** What became of one look at a web server. */
export type Look =
  | { outcome: 'seen'; certificate: PresentedCertificate; problems: Problem[] }
  | { outcome: 'no-tls' | 'unreachable' | 'plain-http'; reason: string }

const plainHttp =
  'The site is called over http, without encryption. Install a certificate and change its address to https.'

/**
 * A whole handshake with the web server of a site, without refusing what cannot be trusted: what is wrong with the
 * certificate is the result here, not a failure. Nothing is sent after it. `deadlines` for those who cannot wait long.
 */
export async function shakeHands(
  { outbound, clock }: Pick<Context, 'outbound' | 'clock'>,
  url: string,
  deadlines: Partial<Deadlines> = {},
): Promise<Look> {
  if (!url.startsWith('https:')) return { outcome: 'plain-http', reason: plainHttp }
  try {
    const { socket } = await outbound.open(url, { verify: false, fresh: true, deadlines })
    try {
      return look(socket as TLSSocket, new URL(url).hostname, clock.now())
    } finally {
      socket.destroy()
    }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    return { outcome: error.code === 'tls_failed' ? 'no-tls' : 'unreachable', reason: error.message }
  }
}

function look(socket: TLSSocket, hostname: string, now: Date): Look {
  const presented = socket.getPeerX509Certificate()
  const certificate = presented && readCertificate(presented, socket)
  if (!certificate) return { outcome: 'no-tls', reason: 'The server showed no certificate that can be read.' }
  const complaint = socket.authorized ? null : String(socket.authorizationError)
  return { outcome: 'seen', certificate, problems: problemsOf(presented, { hostname, complaint, now }) }
}
