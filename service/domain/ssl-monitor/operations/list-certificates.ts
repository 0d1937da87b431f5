import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { idList, page, paged, perPage, search } from '../../../operation/shapes.ts'
import { Certificate, certificateStatuses } from '../certificate.ts'
import { countCertificates, listCertificateRows } from '../certificate-store.ts'
import { toCertificate } from '../describe-certificate.ts'

export const listCertificates = operation({
  name: 'list-certificates',
  summary: 'List the certificates of all sites from their last checks.',
  effect: 'read',
  permission: 'ssl-monitor.read',
  requires: 'ssl-monitor',
  input: z.strictObject({
    page,
    per_page: perPage(20, 100),
    status: z.enum(['any', ...certificateStatuses]).default('any'),
    search,
    include: idList,
    exclude: idList,
    orderby: z.enum(['url', 'name', 'id', 'valid_to']).default('url'),
    order: z.enum(['asc', 'desc']).default('asc'),
  }),
  output: paged(Certificate),
}).does(async ({ page, per_page, orderby, order, ...rest }, { db, actor, clock }) => {
  const now = clock.now()
  const filter = { ...rest, limits: actor.limits }
  const [rows, total] = await Promise.all([
    listCertificateRows(db, filter, { page, perPage: per_page, orderBy: orderby, order }, now),
    countCertificates(db, filter, now),
  ])
  return { items: rows.map((row) => toCertificate(row, now)), page, per_page, total }
})
