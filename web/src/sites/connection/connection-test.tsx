import { useAction } from '../../api/query.ts'
import { sentence } from '../../texts/sentence.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { IconHeartRateMonitor } from '../../ui/icons.ts'
import { Notice } from '../../ui/notice.tsx'
import type { SiteTab } from '../site-tab.ts'
import { connectionTexts } from './connection-texts.ts'

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
      title={connectionTexts.test}
      actions={
        <Button small icon={IconHeartRateMonitor} busy={check.isPending || sync.isPending} onClick={test}>
          {connectionTexts.testTheConnection}
        </Button>
      }
    >
      <div className="stack-tight" aria-live="polite">
        {check.isIdle && <p className="soft">{connectionTexts.fetchesTheFrontPage}</p>}
        {check.error && <Notice tone="bad">{check.error.message}</Notice>}
        {check.data &&
          (check.data.reachable ? (
            <Notice tone={check.data.http_status < 400 ? 'good' : 'warn'}>
              {connectionTexts.theFrontPageAnswered({
                httpstatus: check.data.http_status,
                responsetimems: check.data.response_time_ms,
              })}
            </Notice>
          ) : (
            <Notice tone="bad">{connectionTexts.theSiteDidNot}</Notice>
          ))}
        {sync.data && (
          <Notice tone={sync.data.problems.length === 0 ? 'good' : 'warn'}>
            {sync.data.problems.length === 0
              ? connectionTexts.theConnectorAnsweredAnd
              : connectionTexts.theConnectorAnsweredBut({
                  join: sync.data.problems.map(({ reason }) => sentence(reason)).join(' '),
                })}
          </Notice>
        )}
        {sync.error && <Notice tone="bad">{sync.error.message}</Notice>}
        {check.data?.reachable && site.status === 'disconnected' && (
          <Notice>{connectionTexts.theConnectorWasNot}</Notice>
        )}
      </div>
    </Card>
  )
}
