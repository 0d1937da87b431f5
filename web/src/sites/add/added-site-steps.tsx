import { useEffect, useRef, useState } from 'react'
import { useAction, useOperation } from '../../api/query.ts'
import { useCan } from '../../api/session.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { describeCount } from '../../ui/format/describe-count.ts'
import { IconArrowRight, IconPlus, IconRefresh, IconRotateClockwise2 } from '../../ui/icons.ts'
import { Notice } from '../../ui/notice.tsx'
import { Loading } from '../../ui/states.tsx'
import { UpdatePlanDialog } from '../../updates/update-plan-dialog.tsx'
import { nameOf } from '../site-labels.ts'
import type { AddedSite } from './add-site-form.tsx'

/** Syncs a site that was just added, then offers a first action. */
export function AddedSiteSteps({ site, onAnother }: { site: AddedSite; onAnother: () => void }) {
  const { mutate, data, error, isPending } = useAction('sync-site')
  const hasSynced = useRef(false)
  const connected = site.connection.ok
  useEffect(() => {
    if (hasSynced.current || !connected) return
    hasSynced.current = true
    mutate({ site_id_or_domain: site.id })
  }, [connected, mutate, site.id])
  const tab = { to: '/sites/$siteId/$tab' as const, params: { siteId: String(site.id), tab: 'connection' } }
  return (
    <Card title={`${nameOf(data ?? site)} is ${connected ? 'connected' : 'kept, but not connected'}`}>
      <div className="stack" aria-live="polite">
        {!connected && (
          <Notice tone="warn">
            {site.connection.message} Put it right on the page of the site and reconnect it there.
          </Notice>
        )}
        {isPending && (
          <p className="line">
            <span className="spinner" /> The first sync: asking for versions, plugins, themes and updates …
          </p>
        )}
        {error && (
          <Notice tone="bad">
            The site is connected, but the first sync failed. {error.message}{' '}
            <Button small icon={IconRefresh} onClick={() => mutate({ site_id_or_domain: site.id })}>
              Try again
            </Button>
          </Notice>
        )}
        {data && <PendingOnSite site={site} />}
        <div className="line">
          {connected ? (
            <LinkButton to="/sites/$siteId" params={{ siteId: String(site.id) }} icon={IconArrowRight}>
              Go to the site
            </LinkButton>
          ) : (
            <LinkButton {...tab} icon={IconArrowRight}>
              Go to its connection
            </LinkButton>
          )}
          <Button icon={IconPlus} onClick={onAnother}>
            Add another
          </Button>
        </div>
      </div>
    </Card>
  )
}

function PendingOnSite({ site }: { site: AddedSite }) {
  const can = useCan()
  const [planning, setPlanning] = useState(false)
  const here = useOperation('get-site-updates', { site_id_or_domain: site.id })
  const fleet = useOperation('get-overview', {})
  if (!here.data || !fleet.data) return <Loading lines={2} />
  const pending = here.data.summary.total
  const { total, sites } = fleet.data.updates
  return (
    <div className="stack">
      <p className="added-site">
        {pending === 0 ? (
          'Everything is up to date here.'
        ) : (
          <strong>{describeCount(pending, 'update')} wait on this site.</strong>
        )}{' '}
        {sites > 1 && (
          <>
            In the whole fleet: <strong>{describeCount(total, 'update')}</strong> on{' '}
            <strong>{describeCount(sites, 'site')}</strong>.
          </>
        )}
      </p>
      <div className="line">
        {pending > 0 && can('run-updates') && (
          <Button tone="primary" icon={IconRotateClockwise2} onClick={() => setPlanning(true)}>
            Look at the plan and update
          </Button>
        )}
        {sites > 1 && <LinkButton to="/updates">All updates</LinkButton>}
      </div>
      {planning && (
        <UpdatePlanDialog
          title={`Install ${describeCount(pending, 'update')} on ${nameOf(site)}`}
          run={{ site_ids_or_domains: [site.id] }}
          onClose={() => setPlanning(false)}
        />
      )}
    </div>
  )
}
