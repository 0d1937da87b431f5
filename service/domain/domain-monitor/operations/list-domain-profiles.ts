import { timeZoneOf, todayOf } from '../../../operation/configured-days.ts'
import { operation } from '../../../operation/operation.ts'
import { paged } from '../../../operation/shapes.ts'
import { monitoredSitesInput } from '../../sites/index.ts'
import { toProfile } from '../describe-profile.ts'
import { DomainProfile, profileStatuses } from '../domain.ts'
import { listProfilePage } from '../profile-store.ts'

export const listDomainProfiles = operation({
  name: 'list-domain-profiles',
  summary: 'List the domains of all sites with registrar, expiry date and registry statuses.',
  effect: 'read',
  permission: 'domain-monitor.read',
  requires: 'domain-monitor',
  input: monitoredSitesInput(profileStatuses, ['expiry_date']),
  output: paged(DomainProfile),
}).does(async (input, context) => {
  const now = context.clock.now()
  const { items, ...page } = await listProfilePage(context, input, now, timeZoneOf(context.settings))
  return { items: items.map((row) => toProfile(row, todayOf(context))), ...page }
})
