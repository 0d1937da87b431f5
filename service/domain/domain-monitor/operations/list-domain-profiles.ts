import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { idList, page, paged, perPage, search } from '../../../operation/shapes.ts'
import { toProfile } from '../describe-profile.ts'
import { DomainProfile, profileStatuses } from '../domain.ts'
import { countProfiles, listProfiles } from '../profile-store.ts'

export const listDomainProfiles = operation({
  name: 'list-domain-profiles',
  summary: 'List the domains of all sites with registrar, expiry date and registry statuses.',
  effect: 'read',
  permission: 'domain-monitor.read',
  requires: 'domain-monitor',
  input: z.strictObject({
    page,
    per_page: perPage(20, 100),
    status: z.enum(['any', ...profileStatuses]).default('any'),
    search,
    include: idList,
    exclude: idList,
    orderby: z.enum(['url', 'name', 'id', 'expiry_date']).default('url'),
    order: z.enum(['asc', 'desc']).default('asc'),
  }),
  output: paged(DomainProfile),
}).does(async ({ page, per_page, orderby, order, ...rest }, { db, actor, clock }) => {
  const now = clock.now()
  const filter = { ...rest, limits: actor.limits }
  const [rows, total] = await Promise.all([
    listProfiles(db, filter, { page, perPage: per_page, orderBy: orderby, order }, now),
    countProfiles(db, filter, now),
  ])
  return { items: rows.map((row) => toProfile(row, now)), page, per_page, total }
})
