import { runAction } from '../../actions/run-action.tsx'
import { useCan } from '../../api/session.tsx'
import { IconButton } from '../../ui/button.tsx'
import {
  IconBrandWordpress,
  IconDotsVertical,
  IconExternalLink,
  IconEye,
  IconHeartRateMonitor,
  IconPlayerPause,
  IconPlayerPlay,
  IconRefresh,
} from '../../ui/icons.ts'
import { Menu } from '../../ui/menu.tsx'
import { openAdmin } from '../open-admin.ts'
import { describeHomepage, homepageTone } from '../site-labels.ts'
import type { SiteRow } from '../use-site-rows.ts'

export function SiteRowActions({ site }: { site: SiteRow }) {
  const can = useCan()
  const { id, name, url, status } = site
  const input = { site_id_or_domain: id }
  return (
    <span className="row-actions">
      {can('open-admin') && (
        <IconButton
          small
          icon={IconBrandWordpress}
          label={`Open the admin of ${name}`}
          disabled={status === 'disconnected'}
          onClick={() => void openAdmin(id)}
        />
      )}
      <Menu
        className="button quiet square small"
        label={`More for ${name}`}
        trigger={<IconDotsVertical size={17} aria-hidden />}
        entries={[
          { label: 'Details', icon: IconEye, link: { to: '/sites/$siteId', params: { siteId: String(id) } } },
          { label: 'Visit the site', icon: IconExternalLink, href: url },
          can('sync-site') && {
            label: 'Sync',
            icon: IconRefresh,
            onSelect: () => void runAction('sync-site', input, { doing: `Syncing ${name}`, done: `${name} is synced` }),
          },
          can('check-site') && {
            label: 'Check',
            icon: IconHeartRateMonitor,
            onSelect: () =>
              void runAction('check-site', input, {
                doing: `Checking ${name}`,
                done: ({ http_status }) => describeHomepage(name, http_status),
                tone: homepageTone,
              }),
          },
          can('suspend-site') &&
            status !== 'suspended' && {
              label: 'Suspend',
              icon: IconPlayerPause,
              onSelect: () =>
                void runAction('suspend-site', input, { doing: `Suspending ${name}`, done: `${name} is suspended` }),
            },
          can('unsuspend-site') &&
            status === 'suspended' && {
              label: 'End the suspension',
              icon: IconPlayerPlay,
              onSelect: () =>
                void runAction('unsuspend-site', input, { doing: `Waking ${name}`, done: `${name} is active again` }),
            },
        ]}
      />
    </span>
  )
}
