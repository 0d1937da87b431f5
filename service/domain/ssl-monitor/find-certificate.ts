import type { Context } from '../../operation/context.ts'
import { siteNotFound } from '../sites/index.ts'
import type { Certificate } from './certificate.ts'
import { findCertificate } from './certificate-store.ts'
import { toCertificate } from './describe-certificate.ts'

/** What is known of the certificate of a site now. Whether the caller may see the site was asked before. */
export async function requireCertificate(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  siteId: number,
): Promise<Certificate> {
  const now = clock.now()
  const row = await findCertificate(db, siteId, now)
  if (!row) throw siteNotFound(siteId)
  return toCertificate(row, now)
}
