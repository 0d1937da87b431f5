import { inboxSource } from '../../operation/inbox-source.ts'
import { type LostSiteFacts, lostSiteRows } from './lists/fleet-store.ts'

export const lostSites = inboxSource<LostSiteFacts>({
  kind: 'site-disconnected',
  label: 'Disconnected sites',
  rank: 40,
  permission: 'sites.read',
  time: 'since',
  rows: ({ actor }) => lostSiteRows(actor.limits),
  describe: ({ site, at, facts: { message } }) => ({
    title: `${site?.name ?? 'A site'} is disconnected`,
    detail: message ?? (at === null ? 'It was never connected.' : 'Flotilla no longer reads or updates it.'),
    path: `/sites/${site?.id}/connection`,
    button: { label: 'Reconnect', path: `/sites/${site?.id}/connection` },
  }),
})
