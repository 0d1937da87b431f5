import type { Context } from '../../operation/context.ts'
import { OutboundError } from '../../platform/outbound/errors.ts'
import { type CertificateState, type SecurityRow, upsertCertificate } from './security-store.ts'

/** Short: a request for stored data must not wait for a web server that does not answer. */
const deadlines = { dns: 1_000, connect: 2_500 }

const noCertificate: CertificateState = {
  valid: false,
  expires: null,
  reason: 'The site is called over http, without encryption. Install a certificate and change its address to https.',
}

/** Connects to the web server of a site as a browser does and reads its certificate. */
async function probeCertificate(
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
    // The expiry date of an untrusted certificate is reported too.
    return { valid: false, expires: await expiryAt(url, false).catch(() => null), reason: message }
  }

  async function expiryAt(address: string, verify: boolean): Promise<Date | null> {
    const { socket, tls } = await outbound.open(address, { verify, deadlines, fresh: true })
    const valid_to = tls?.getPeerCertificate().valid_to
    socket.destroy()
    const expires = new Date(valid_to ?? Number.NaN)
    return Number.isNaN(expires.getTime()) ? null : expires
  }
}

const cachedMs = 6 * 3_600_000

type CheckedCertificate = CertificateState & { seenAt: Date | null }

/** The certificate of a site from the last six hours; probed again when that check is older or with `refresh`. */
export async function readSiteCertificate(
  context: Pick<Context, 'db' | 'outbound' | 'clock'>,
  site: { id: number; url: string },
  known: SecurityRow | undefined,
  refresh: boolean,
): Promise<CheckedCertificate> {
  const now = context.clock.now()
  if (!site.url.startsWith('https:')) return { ...noCertificate, seenAt: now }
  const before = lastCheck(known, now)
  if (before?.seenAt && !refresh && now.getTime() - before.seenAt.getTime() < cachedMs) return before
  const probed = await probeCertificate(context, site.url)
  if (!('unreachable' in probed)) {
    await upsertCertificate(context.db, site.id, probed, now)
    return { ...probed, seenAt: now }
  }
  // An unreachable server proves nothing about its certificate: the last check stays valid.
  if (before) return { ...before, reason: `It could not be checked again: ${probed.unreachable}` }
  return { valid: false, expires: null, reason: `It could not be checked: ${probed.unreachable}`, seenAt: null }
}

/** The last check; a certificate that has expired since is not valid. */
function lastCheck(known: SecurityRow | undefined, now: Date): CheckedCertificate | null {
  if (!known?.certificate_seen_at || known.certificate_valid === null) return null
  const { certificate_expires: expires, certificate_reason: reason, certificate_seen_at: seenAt } = known
  if (known.certificate_valid && expires !== null && expires <= now)
    return { valid: false, expires, reason: 'The certificate has expired; renew it.', seenAt }
  return { valid: known.certificate_valid, expires, reason, seenAt }
}
