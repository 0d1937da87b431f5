import { useOperation } from '../../api/query.ts'
import { useModule } from '../../modules/module-gate.tsx'
import { ModuleOffCard } from '../../overview/brief-card.tsx'
import { sentence } from '../../texts/sentence.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Card, Facts } from '../../ui/card.tsx'
import { RelativeTime } from '../../ui/format/relative-time.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { SiteVulnerabilities } from '../../vulnerabilities/site-vulnerabilities.tsx'
import { AsOf } from '../figure.tsx'
import { siteConditionTexts } from '../site-condition-texts.ts'
import type { SiteTab } from '../site-tab.ts'
import { PassedChecks, passedChecks, SecurityIssues } from './security-issues.tsx'
import { tabsTexts } from './tabs-texts.ts'

export default function SecurityTab({ site }: SiteTab) {
  const { data, error, refetch } = useOperation('get-site-security', {
    site_id_or_domain: site.id,
    check_version: true,
  })
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <Loading />
  const shown = data.shown_version
  const isVersionKnown = shown?.state === 'shown' || shown?.state === 'hidden'
  const all = Object.keys(data.checks).length + (isVersionKnown ? 1 : 0)
  return (
    <div className="grid-2">
      <div className="stack">
        <SiteVulnerabilities siteId={site.id} />
        {data.checked_at === null ? (
          <Notice>{siteConditionTexts.securityUnknown}</Notice>
        ) : (
          <p className="soft">
            {siteConditionTexts.checksFine({
              fine: passedChecks(data.checks, shown).length,
              all,
              age: () => <AsOf at={data.checked_at} source="security" />,
            })}
          </p>
        )}
        <SecurityIssues site={site} security={data} shown={shown} />
      </div>
      <div className="stack">
        <PassedChecks checks={data.checks} shown={shown} />
        <Certificate siteId={site.id} />
      </div>
    </div>
  )
}

const certificateTone: Readonly<Record<string, [Tone, string]>> = {
  valid: ['good', tabsTexts.valid],
  expiring: ['warn', tabsTexts.expiresSoon],
  expired: ['bad', tabsTexts.expired],
  invalid: ['bad', tabsTexts.notValid],
  unreachable: ['warn', tabsTexts.notReached],
  'plain-http': ['bad', tabsTexts.noEncryption],
  unchecked: ['still', tabsTexts.notCheckedYet],
}

function Certificate({ siteId }: { siteId: number }) {
  const on = useModule('ssl-monitor')
  const { data, error } = useOperation('get-site-certificate', { site_id_or_domain: siteId }, { enabled: on === true })
  if (on === false) return <ModuleOffCard title={tabsTexts.certificate} module={tabsTexts.sslMonitor} />
  if (error) return <ErrorState error={error} />
  if (!data) return <Loading lines={5} />
  const [tone, label] = certificateTone[data.status] ?? ['still', data.status]
  return (
    <Card title={tabsTexts.certificate}>
      <div className="stack">
        {data.reason && <Notice tone={tone === 'bad' ? 'warn' : 'note'}>{sentence(data.reason)}</Notice>}
        {data.problems.map(({ code, message }) => (
          <Notice key={code} tone="warn">
            {sentence(message)}
          </Notice>
        ))}
        <Facts
          facts={[
            [
              tabsTexts.state,
              <Badge key="state" tone={tone}>
                {label}
              </Badge>,
            ],
            [tabsTexts.validUntil, data.valid_to && <RelativeTime key="until" at={data.valid_to} />],
            [tabsTexts.issuedBy, data.issuer_o ?? data.issuer],
            [tabsTexts.for, data.names.slice(0, 6).join(', ')],
            [tabsTexts.protocol, data.protocol],
            [tabsTexts.lookedAt, <RelativeTime key="at" at={data.checked_at} />],
          ]}
        />
      </div>
    </Card>
  )
}
