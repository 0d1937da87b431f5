import { useAction } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { IconHeartRateMonitor } from '../../ui/icons.ts'
import { Notice } from '../../ui/notice.tsx'
import type { SiteTab } from '../site-tab.ts'

/** Checks first whether the site answers at all, then whether the connector does. */
export function ConnectionTest({ site }: Pick<SiteTab, 'site'>) {
  const check = useAction('check-site')
  const sync = useAction('sync-site')
  const input = { site_id_or_domain: site.id }
  const test = () => {
    sync.reset()
    check.mutate(input, {
      onSuccess: ({ reachable }) => {
        if (reachable && site.status === 'connected') sync.mutate(input)
      },
    })
  }
  return (
    <Card
      title="Test"
      actions={
        <Button small icon={IconHeartRateMonitor} busy={check.isPending || sync.isPending} onClick={test}>
          Test the connection
        </Button>
      }
    >
      <div className="stack-tight" aria-live="polite">
        {check.isIdle && <p className="soft">Fetches the front page, then asks the connector how the site is.</p>}
        {check.error && <Notice tone="bad">{check.error.message}</Notice>}
        {check.data &&
          (check.data.reachable ? (
            <Notice tone={check.data.http_status < 400 ? 'good' : 'warn'}>
              The front page answered with {check.data.http_status} after {check.data.response_time_ms} ms.
            </Notice>
          ) : (
            <Notice tone="bad">
              The site did not answer. Is its address right, is it up, and may this server call it?
            </Notice>
          ))}
        {sync.data && (
          <Notice tone={sync.data.problems.length === 0 ? 'good' : 'warn'}>
            {sync.data.problems.length === 0
              ? 'The connector answered, and the site is synced.'
              : `The connector answered, but not to everything: ${sync.data.problems.map(({ reason }) => reason).join(' ')}`}
          </Notice>
        )}
        {sync.error && <Notice tone="bad">{sync.error.message}</Notice>}
        {check.data?.reachable && site.status === 'disconnected' && (
          <Notice>The connector was not asked, because the site is not connected. Reconnect it.</Notice>
        )}
      </div>
    </Card>
  )
}
