import { inboxSource } from '../../operation/inbox-source.ts'
import { assignTo } from './assign-to.ts'
import { type DownSiteFacts, downSiteRows } from './down-site-store.ts'

export const downSites = inboxSource<DownSiteFacts>({
  kind: 'site-down',
  label: 'Sites down',
  rank: 10,
  permission: 'monitors.read',
  time: 'since',
  rows: ({ actor }) => downSiteRows(actor.limits),
  describe: ({ key, site, facts: { cause, acknowledged_by } }) => ({
    title: `${site?.name ?? 'A site'} is down`,
    detail: acknowledged_by === null ? cause : `${cause} Acknowledged by ${acknowledged_by}.`,
    path: `/incidents/${key}`,
    button: { label: 'Check now', operation: 'check-monitor', input: { site_id_or_domain: site?.id } },
  }),
  assigns: { permission: 'monitors.manage', store: (context, key, login) => assignTo(context, Number(key), login) },
})
