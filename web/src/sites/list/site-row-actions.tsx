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
import { listTexts } from './list-texts.ts'

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
          label={listTexts.openTheAdminOf({ name })}
          disabled={status === 'disconnected'}
          onClick={() => void openAdmin(id)}
        />
      )}
      <Menu
        className="button quiet square small"
        label={listTexts.moreForName({ name })}
        trigger={<IconDotsVertical size={17} aria-hidden />}
        entries={[
          { label: listTexts.details, icon: IconEye, link: { to: '/sites/$siteId', params: { siteId: String(id) } } },
          { label: listTexts.visitTheSite, icon: IconExternalLink, href: url },
          can('sync-site') && {
            label: listTexts.sync,
            icon: IconRefresh,
            onSelect: () =>
              void runAction('sync-site', input, {
                doing: listTexts.syncingName({ name }),
                done: listTexts.nameIsSynced({ name }),
              }),
          },
          can('check-site') && {
            label: listTexts.check,
            icon: IconHeartRateMonitor,
            onSelect: () =>
              void runAction('check-site', input, {
                doing: listTexts.checkingName({ name }),
                done: ({ http_status }) => describeHomepage(name, http_status),
                tone: homepageTone,
              }),
          },
          can('suspend-site') &&
            status !== 'suspended' && {
              label: listTexts.suspend,
              icon: IconPlayerPause,
              onSelect: () =>
                void runAction('suspend-site', input, {
                  doing: listTexts.suspendingName({ name }),
                  done: listTexts.nameIsSuspended({ name }),
                }),
            },
          can('unsuspend-site') &&
            status === 'suspended' && {
              label: listTexts.endTheSuspension,
              icon: IconPlayerPlay,
              onSelect: () =>
                void runAction('unsuspend-site', input, {
                  doing: listTexts.wakingName({ name }),
                  done: listTexts.nameIsActiveAgain({ name }),
                }),
            },
        ]}
      />
    </span>
  )
}
