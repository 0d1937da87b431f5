import type { Context } from '../../operation/context.ts'
import type { Database } from '../../platform/database/database.ts'
import { siteNotFound } from '../sites/index.ts'
import type { Certificate } from './certificate.ts'
import { type CertificateFilter, findCertificate, listCertificateRows } from './certificate-store.ts'
import { toCertificate } from './describe-certificate.ts'

/** The stored certificate of a site. The caller must have checked access to the site. */
export async function requireCertificate(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  siteId: number,
): Promise<Certificate> {
  const now = clock.now()
  const row = await findCertificate(db, siteId, now)
  if (!row) throw siteNotFound(siteId)
  return toCertificate(row, now)
}

/** The same for many sites, with one query. */
export async function findCertificates(db: Database, siteIds: number[], now: Date): Promise<Certificate[]> {
  if (siteIds.length === 0) return []
  const filter: CertificateFilter = { status: 'any', search: '', include: siteIds, exclude: [], limits: null }
  const page = { page: 1, perPage: siteIds.length, orderBy: 'name', order: 'asc' } as const
  return (await listCertificateRows(db, filter, page, now)).map((row) => toCertificate(row, now))
}
