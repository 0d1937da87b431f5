import { useEffect, useRef, useState } from 'react'
import { problemMessage } from '../../api/problem-message.ts'
import { useAction, useOperation } from '../../api/query.ts'
import { useCan } from '../../api/session.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { IconArrowRight, IconPlus, IconRefresh, IconRotateClockwise2 } from '../../ui/icons.ts'
import { Notice } from '../../ui/notice.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { UpdatePlanDialog } from '../../updates/update-plan-dialog.tsx'
import { nameOf } from '../site-labels.ts'
import type { AddedSite } from './add-site-form.tsx'
import { addTexts } from './add-texts.ts'

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
    <Card title={(connected ? addTexts.isConnected : addTexts.isKept)({ name: nameOf(data ?? site) })}>
      <div className="stack" aria-live="polite">
        {!connected && (
          <Notice tone="warn">
            {addTexts.messagePutItRight({
              message: problemMessage({ ...site.connection, message: site.connection.message ?? '' }),
            })}
          </Notice>
        )}
        {isPending && (
          <p className="line">{addTexts.theFirstSyncAsking({ span: () => <span className="spinner" /> })}</p>
        )}
        {error && (
          <Notice tone="bad">
            {addTexts.theSiteIsConnected({
              message: error.message,
              button: (text) => (
                <Button small icon={IconRefresh} onClick={() => mutate({ site_id_or_domain: site.id })}>
                  {text}
                </Button>
              ),
            })}
          </Notice>
        )}
        {data && <PendingOnSite site={site} />}
        <div className="line">
          {connected ? (
            <LinkButton to="/sites/$siteId" params={{ siteId: String(site.id) }} icon={IconArrowRight}>
              {addTexts.goToTheSite}
            </LinkButton>
          ) : (
            <LinkButton {...tab} icon={IconArrowRight}>
              {addTexts.goToItsConnection}
            </LinkButton>
          )}
          <Button icon={IconPlus} onClick={onAnother}>
            {addTexts.addAnother}
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
  if (!here.data || !fleet.data) {
    const error = here.error ?? fleet.error
    return error ? <ErrorState error={error} /> : <Loading lines={2} />
  }
  const pending = here.data.summary.total
  const { total, sites } = fleet.data.updates
  return (
    <div className="stack">
      <p className="added-site">
        {pending === 0 ? addTexts.everythingIsUpTo : <strong>{addTexts.pending({ pending })}</strong>}{' '}
        {sites > 1 &&
          addTexts.inTheWholeFleet({
            total,
            b: (text) => <strong>{text}</strong>,
            sites,
            b2: (text) => <strong>{text}</strong>,
          })}
      </p>
      <div className="line">
        {pending > 0 && can('run-updates') && (
          <Button tone="primary" icon={IconRotateClockwise2} onClick={() => setPlanning(true)}>
            {addTexts.lookAtThePlan}
          </Button>
        )}
        {sites > 1 && <LinkButton to="/updates">{addTexts.allUpdates}</LinkButton>}
      </div>
      {planning && (
        <UpdatePlanDialog
          title={addTexts.installPending({ pending, site: nameOf(site) })}
          run={{ site_ids_or_domains: [site.id] }}
          onClose={() => setPlanning(false)}
        />
      )}
    </div>
  )
}
