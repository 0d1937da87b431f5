import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { runAction } from '../actions/run-action.tsx'
import { problemMessage } from '../api/problem-message.ts'
import { useList } from '../api/query.ts'
import { useCan } from '../api/session.tsx'
import { Button } from '../ui/button.tsx'
import { conditionReason } from '../ui/condition-badge.tsx'
import { duration } from '../ui/format/duration.ts'
import { formatList } from '../ui/format/number.ts'
import { Notice } from '../ui/notice.tsx'
import { WatchNotice } from '../updates/update-watch.tsx'
import { watchTexts } from '../updates/watch-texts.ts'
import { siteConditionTexts } from './site-condition-texts.ts'
import { nameOf } from './site-labels.ts'
import type { SiteTab } from './site-tab.ts'
import { sitesTexts } from './sites-texts.ts'

/** Problems of the site, with reason and remedy, on every tab except the one about the problem. */
export function SiteNotices({ site, tab }: Pick<SiteTab, 'site'> & { tab: string }) {
  const can = useCan()
  const connection = (
    <Link to="/sites/$siteId/$tab" params={{ siteId: String(site.id), tab: 'connection' }}>
      {sitesTexts.goToTheConnection}
    </Link>
  )
  if (site.status === 'suspended') {
    const name = nameOf(site)
    return (
      <Notice tone="warn">
        <div className="apart">
          <span>
            {site.suspended_by === 'client' ? sitesTexts.thisSiteIsSuspended : sitesTexts.thisSiteIsSuspendedIt}
          </span>
          {site.suspended_by === 'hand' && can('unsuspend-site') && (
            <Button
              small
              onClick={() =>
                void runAction(
                  'unsuspend-site',
                  { site_id_or_domain: site.id },
                  { doing: sitesTexts.wakingName({ name }), done: sitesTexts.nameIsActiveAgain({ name }) },
                )
              }
            >
              {sitesTexts.endTheSuspension}
            </Button>
          )}
        </div>
      </Notice>
    )
  }
  const down = site.condition?.state === 'down' && tab !== 'monitor' && <DownNotice site={site} {...site.condition} />
  return (
    <>
      {down}
      {tab !== 'connection' && <ConnectionNotice site={site} connection={connection} />}
    </>
  )
}

/** While the checks of the newest updates are repeated. */
export function SiteWatch({ siteId }: { siteId: number }) {
  const { data } = useList('list-update-history', { site_id_or_domain: siteId, watching: true, per_page: 10 })
  const names = formatList([...new Set((data?.rows ?? []).map(({ name, slug }) => name || slug))])
  return (
    <WatchNotice until={data?.rows[0]?.watched_until} text={(values) => watchTexts.siteWatched({ ...values, names })} />
  )
}

function DownNotice({ site, reason, since }: Pick<SiteTab, 'site'> & { reason: string; since: string | null }) {
  const values = {
    // The notice says already that it is down.
    reason: reason.split(': ').slice(1).join(': '),
    b: (text: ReactNode) => <strong>{text}</strong>,
    monitor: (text: ReactNode) => (
      <Link to="/sites/$siteId/$tab" params={{ siteId: String(site.id), tab: 'monitor' }}>
        {text}
      </Link>
    ),
  }
  return (
    <Notice tone="bad">
      {since === null
        ? siteConditionTexts.down(values)
        : siteConditionTexts.downSince({ ...values, duration: duration(since, null) })}
    </Notice>
  )
}

/** Problems of the connection and the sync; they remain while the site is down. */
function ConnectionNotice({ site, connection }: Pick<SiteTab, 'site'> & { connection: ReactNode }) {
  if (site.status === 'disconnected') {
    return (
      <Notice tone="bad">
        <strong>{site.connection.message ? sitesTexts.notConnected : sitesTexts.notConnectedYet}</strong>{' '}
        {problemMessage({ ...site.connection, message: site.connection.message ?? '' })} {connection}
      </Notice>
    )
  }
  if (site.sync_error) {
    return (
      <Notice tone="warn">
        {sitesTexts.theLastSyncFailed({
          b: (text) => <strong>{text}</strong>,
          message: problemMessage(site.sync_error),
          connection: () => connection,
        })}
      </Notice>
    )
  }
  if (site.condition && ['stale', 'unknown'].includes(site.condition.state)) {
    return (
      <Notice tone={site.condition.state === 'stale' ? 'warn' : 'note'}>
        {conditionReason(site.condition)} {connection}
      </Notice>
    )
  }
  return null
}
