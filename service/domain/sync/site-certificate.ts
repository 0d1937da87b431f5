import type { Context } from '../../operation/context.ts'
import { type CertificateState, lookAtCertificate, noCertificate } from './certificate.ts'
import { keepCertificate, type SecurityRow } from './security-store.ts'

const goodForMs = 6 * 3_600_000

export type SeenCertificate = CertificateState & { seenAt: Date | null }

/** The certificate of a site, as seen within the last hours; looked at anew when that is too old or `refresh` is wanted. */
export async function certificateOf(
  context: Pick<Context, 'db' | 'outbound' | 'clock'>,
  site: { id: number; url: string },
  known: SecurityRow | undefined,
  refresh: boolean,
): Promise<SeenCertificate> {
  const now = context.clock.now()
  if (!site.url.startsWith('https:')) return { ...noCertificate, seenAt: now }
  const before = lastSeen(known, now)
  if (before?.seenAt && !refresh && now.getTime() - before.seenAt.getTime() < goodForMs) return before
  const seen = await lookAtCertificate(context, site.url)
  if (!('unreachable' in seen)) {
    await keepCertificate(context.db, site.id, seen, now)
    return { ...seen, seenAt: now }
  }
  // A server that sleeps says nothing about its certificate: what was seen before still stands.
  if (before) return { ...before, reason: `It could not be looked at again: ${seen.unreachable}` }
  return { valid: false, expires: null, reason: `It could not be looked at: ${seen.unreachable}`, seenAt: null }
}

/** What the last look saw; but no certificate outlives its last day. */
function lastSeen(known: SecurityRow | undefined, now: Date): SeenCertificate | null {
  if (!known?.certificate_seen_at || known.certificate_valid === null) return null
  const { certificate_expires: expires, certificate_reason: reason, certificate_seen_at: seenAt } = known
  if (known.certificate_valid && expires !== null && expires <= now)
    return { valid: false, expires, reason: 'The certificate has expired; renew it.', seenAt }
  return { valid: known.certificate_valid, expires, reason, seenAt }
}
