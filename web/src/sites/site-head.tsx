import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { PlanDialog } from '../actions/plan-dialog.tsx'
import { runAction } from '../actions/run-action.tsx'
import { useCan } from '../api/session.tsx'
import { Badge, TagChip } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { ConditionBadge } from '../ui/condition-badge.tsx'
import { hostOf } from '../ui/format/host-of.ts'
import {
  IconBrandWordpress,
  IconDotsVertical,
  IconExternalLink,
  IconHeartRateMonitor,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlug,
  IconRefresh,
  IconReportAnalytics,
  IconRotateClockwise2,
} from '../ui/icons.ts'
import { Menu } from '../ui/menu.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { UpdatePlanDialog } from '../updates/update-plan-dialog.tsx'
import { SiteVulnerable } from '../vulnerabilities/vulnerable-badge.tsx'
import { EditSiteDialog } from './edit-site-dialog.tsx'
import { openAdmin } from './open-admin.ts'
import { SiteAvatar } from './site-avatar.tsx'
import { describeHomepage, homepageTone, nameOf } from './site-labels.ts'
import type { SiteTab } from './site-tab.ts'
import { sitesTexts } from './sites-texts.ts'
import { updateNoteTexts } from './update-note-texts.ts'

/** Name, status and frequent actions; the others are in the menu and on the tabs. */
export function SiteHead({ site, row }: SiteTab) {
  const can = useCan()
  const [dialog, setDialog] = useState<'edit' | 'suspend' | 'updates' | null>(null)
  const name = nameOf(site)
  const input = { site_id_or_domain: site.id }
  const close = () => setDialog(null)
  const usable = site.status === 'connected'
  const updates = row?.updates.total ?? 0
  const params = { siteId: String(site.id) }
  return (
    <div className="site-head">
      <SiteAvatar site={site} large />
      <PageHeader
        title={name}
        actions={
          <>
            {can('open-admin') && (
              <Button
                icon={IconBrandWordpress}
                disabled={site.status === 'disconnected'}
                onClick={() => void openAdmin(site.id)}
              >
                {sitesTexts.openAdmin}
              </Button>
            )}
            {can('sync-site') && (
              <Button
                icon={IconRefresh}
                tone="primary"
                disabled={!usable}
                onClick={() =>
                  void runAction('sync-site', input, {
                    doing: sitesTexts.syncingName({ name }),
                    done: sitesTexts.nameIsSynced({ name }),
                  })
                }
              >
                {sitesTexts.sync}
              </Button>
            )}
            <Menu
              label={sitesTexts.moreForName({ name })}
              trigger={<IconDotsVertical size={18} aria-hidden />}
              className="button square"
              entries={[
                can('run-updates') &&
                  updates > 0 && {
                    label: updateNoteTexts.installUpdates({ count: updates }),
                    icon: IconRotateClockwise2,
                    disabled: !usable,
                    onSelect: () => setDialog('updates'),
                  },
                { label: sitesTexts.visitTheSite, icon: IconExternalLink, href: site.url },
                can('check-site') && {
                  label: sitesTexts.checkTheFrontPage,
                  icon: IconHeartRateMonitor,
                  onSelect: () =>
                    void runAction('check-site', input, {
                      doing: sitesTexts.checkingName({ name }),
                      done: ({ http_status }) => describeHomepage(name, http_status),
                      tone: homepageTone,
                    }),
                },
                {
                  label: updateNoteTexts.report,
                  icon: IconReportAnalytics,
                  link: { to: '/sites/$siteId/$tab', params: { ...params, tab: 'reports' } },
                },
                {
                  label: updateNoteTexts.testConnection,
                  icon: IconPlug,
                  link: { to: '/sites/$siteId/$tab', params: { ...params, tab: 'connection' } },
                },
                can('update-site') && { label: sitesTexts.edit, icon: IconPencil, onSelect: () => setDialog('edit') },
                can('suspend-site') &&
                  site.status !== 'suspended' && {
                    label: sitesTexts.suspend,
                    icon: IconPlayerPause,
                    onSelect: () => setDialog('suspend'),
                  },
                can('unsuspend-site') &&
                  site.status === 'suspended' && {
                    label: sitesTexts.endTheSuspension,
                    icon: IconPlayerPlay,
                    onSelect: () =>
                      void runAction('unsuspend-site', input, {
                        doing: sitesTexts.wakingName({ name }),
                        done: sitesTexts.nameIsActiveAgain({ name }),
                      }),
                  },
              ]}
            />
          </>
        }
      >
        <span className="line">
          {site.condition && <ConditionBadge condition={site.condition} />}
          {site.facts.network && <Badge tone="note">{updateNoteTexts.network}</Badge>}
          {row && <SiteVulnerable siteId={site.id} count={row.vulnerabilities} />}
          <a href={site.url} target="_blank" rel="noreferrer">
            {hostOf(site.url)}
          </a>
          {row?.client && (
            <Link to="/clients/$clientId" params={{ clientId: String(row.client.id) }}>
              {row.client.name}
            </Link>
          )}
          {site.tags.map(({ id, name, color }) => (
            <Link key={id} to="/sites" search={{ tag_id: String(id) }}>
              <TagChip name={name} color={color} />
            </Link>
          ))}
        </span>
      </PageHeader>
      {dialog === 'edit' && <EditSiteDialog site={site} row={row} onClose={close} />}
      {dialog === 'updates' && (
        <UpdatePlanDialog
          title={updateNoteTexts.installOn({ count: updates, name })}
          run={{ site_ids_or_domains: [site.id] }}
          onClose={close}
        />
      )}
      {dialog === 'suspend' && (
        <PlanDialog
          operation="suspend-site"
          input={input}
          title={sitesTexts.suspendName({ name })}
          action={sitesTexts.suspend}
          doing={sitesTexts.suspendingName({ name })}
          done={sitesTexts.nameIsSuspended({ name })}
          onClose={close}
        />
      )}
    </div>
  )
}
