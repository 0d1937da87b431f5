import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { PlanDialog } from '../../actions/plan-dialog.tsx'
import { runAction } from '../../actions/run-action.tsx'
import { problemMessage } from '../../api/problem-message.ts'
import { useOperation } from '../../api/query.ts'
import { useCan } from '../../api/session.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, Facts } from '../../ui/card.tsx'
import { ConditionBadge, conditionReason } from '../../ui/condition-badge.tsx'
import { RelativeTime } from '../../ui/format/relative-time.tsx'
import { IconKey, IconRefresh, IconTrash, IconUnlink } from '../../ui/icons.ts'
import { Notice } from '../../ui/notice.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { uiTexts } from '../../ui/ui-texts.ts'
import { ConnectionTest } from '../connection/connection-test.tsx'
import { ReconnectForm } from '../connection/reconnect-form.tsx'
import { siteConditionTexts } from '../site-condition-texts.ts'
import { nameOf } from '../site-labels.ts'
import type { SiteTab } from '../site-tab.ts'
import { SyncParts } from './sync-parts.tsx'
import { tabsTexts } from './tabs-texts.ts'

export default function ConnectionTab({ site }: SiteTab) {
  const can = useCan()
  const { data: sync, error } = useOperation('get-site-sync', { site_id_or_domain: site.id })
  const failure = site.status === 'disconnected' ? site.connection : site.sync_error
  return (
    <>
      {failure?.message && (
        <Notice tone="bad">
          <strong>{site.status === 'disconnected' ? tabsTexts.notConnected : tabsTexts.theLastSyncFailed}</strong>
          {problemMessage({ ...failure, message: failure.message })}
        </Notice>
      )}
      <div className="grid-2">
        <div className="stack">
          <Card title={tabsTexts.connection}>
            <Facts
              facts={[
                [tabsTexts.status, site.condition && <ConditionBadge key="status" condition={site.condition} />],
                [tabsTexts.reason, site.condition && site.condition.state !== 'ok' && conditionReason(site.condition)],
                [tabsTexts.address, site.url],
                [tabsTexts.actsAs, site.admin_username],
                [tabsTexts.connector, site.child_version],
                [tabsTexts.certificate, <CertificateCheck key="certificate" site={site} />],
                [tabsTexts.lastGoodSync, <RelativeTime key="good" at={site.last_sync} never={notYet(site)} />],
                [tabsTexts.lastTry, <RelativeTime key="try" at={sync?.last_attempt} />],
              ]}
            />
          </Card>
          {can('check-site') && <ConnectionTest site={site} />}
          <ConnectionActions site={site} />
        </div>
        <div className="stack">
          {can('reconnect-site') && <ReconnectForm site={site} />}
          {error ? (
            <ErrorState error={error} />
          ) : sync ? (
            <SyncParts parts={sync.parts} hasFailed={sync.error !== null} />
          ) : (
            <Loading lines={4} />
          )}
        </div>
      </div>
    </>
  )
}

/** Whether calls to the site verify its certificate; an address with http has none. */
function CertificateCheck({ site: { url, ssl_verify } }: Pick<SiteTab, 'site'>) {
  if (url.startsWith('http:')) return <Badge tone="warn">{siteConditionTexts.notEncrypted}</Badge>
  if (!ssl_verify) return <Badge tone="warn">{siteConditionTexts.certificateNotVerified}</Badge>
  return siteConditionTexts.certificateVerified
}

/** After a change of the address nothing is known yet, although the site was synced before. */
const notYet = ({ condition, connection }: SiteTab['site']) =>
  condition?.cause === 'moved' || connection.code === 'svc_address_changed'
    ? siteConditionTexts.notAtThisAddress
    : siteConditionTexts.never

function ConnectionActions({ site }: Pick<SiteTab, 'site'>) {
  const can = useCan()
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<'disconnect' | 'delete' | null>(null)
  const name = nameOf(site)
  const input = { site_id_or_domain: site.id }
  const close = () => setDialog(null)
  if (!can('disconnect-site') && !can('delete-site')) return null
  return (
    <Card title={tabsTexts.endOrRenewIt}>
      <div className="line">
        {can('renew-site-connection') && (
          <Button
            icon={IconKey}
            disabled={site.status !== 'connected'}
            onClick={() =>
              void runAction('renew-site-connection', input, {
                doing: tabsTexts.makingANewKey,
                done: tabsTexts.nameHasANew({ name }),
              })
            }
          >
            {tabsTexts.newKey}
          </Button>
        )}
        {can('disconnect-site') && site.status !== 'disconnected' && (
          <Button icon={IconUnlink} onClick={() => setDialog('disconnect')}>
            {tabsTexts.disconnect}
          </Button>
        )}
        {can('sync-site') && (
          <Button
            icon={IconRefresh}
            disabled={site.status !== 'connected'}
            onClick={() =>
              void runAction(
                'sync-site',
                { ...input, full: true },
                { doing: tabsTexts.readingEverythingFromName({ name }), done: tabsTexts.nameIsSyncedIn({ name }) },
              )
            }
          >
            {tabsTexts.fullSync}
          </Button>
        )}
        {can('delete-site') && (
          <Button icon={IconTrash} tone="danger" onClick={() => setDialog('delete')}>
            {tabsTexts.delete}
          </Button>
        )}
      </div>
      {dialog === 'disconnect' && (
        <PlanDialog
          operation="disconnect-site"
          input={input}
          title={tabsTexts.disconnectName({ name })}
          action={tabsTexts.disconnect}
          doing={tabsTexts.disconnectingName({ name })}
          done={tabsTexts.nameIsDisconnected({ name })}
          onClose={close}
        />
      )}
      {dialog === 'delete' && (
        <PlanDialog
          operation="delete-site"
          input={input}
          title={tabsTexts.deleteNameAndAll({ name })}
          action={uiTexts.delete}
          danger
          doing={tabsTexts.deletingName({ name })}
          done={tabsTexts.nameIsDeleted({ name })}
          onClose={close}
          onDone={() => void navigate({ to: '/sites' })}
        />
      )}
    </Card>
  )
}
