import { useOperation } from '../../api/query.ts'
import { useModule } from '../../modules/module-gate.tsx'
import { BriefCard, IssueItem, ModuleOffCard, severityTone, siteLink } from '../../overview/brief-card.tsx'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Card, Facts } from '../../ui/card.tsx'
import { RelativeTime } from '../../ui/format/relative-time.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { AsOf, useIsStale } from '../figure.tsx'
import { siteConditionTexts } from '../site-condition-texts.ts'
import type { SiteTab } from '../site-tab.ts'

/** Actions that resolve an issue on this page. */
const remedyTabs: Readonly<Record<string, string>> = {
  sec_outdated_plugins: 'updates',
  sec_outdated_themes: 'updates',
  wp_uptodate: 'updates',
  sec_inactive_plugins: 'plugins',
  sec_inactive_themes: 'themes',
}

export default function SecurityTab({ site }: SiteTab) {
  const isStale = useIsStale()
  const { data, error, refetch } = useOperation('get-site-security', { site_id_or_domain: site.id })
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <Loading />
  const fine = Object.values(data.checks).filter((state) => state !== 'issue').length
  return (
    <div className="grid-2">
      <div className="stack">
        {data.checked_at === null ? (
          <Notice>{siteConditionTexts.securityUnknown}</Notice>
        ) : (
          <p className="soft">
            {siteConditionTexts.checksFine({
              fine,
              all: Object.keys(data.checks).length,
              age: () => <AsOf at={data.checked_at} source="security" />,
            })}
          </p>
        )}
        <BriefCard
          title="Issues"
          total={data.security_issues.length}
          all={siteLink(site.id, 'security')}
          emptyText={data.checked_at === null ? siteConditionTexts.notKnownYet : siteConditionTexts.noIssue}
          emptyIsGood={data.checked_at !== null && !isStale(data.checked_at, 'security')}
        >
          {data.security_issues.map(({ type, severity, message }) => (
            <IssueItem
              key={type}
              message={message}
              {...(remedyTabs[type] && { link: siteLink(site.id, remedyTabs[type]) })}
              end={<Badge tone={severityTone[severity]}>{severity}</Badge>}
            />
          ))}
        </BriefCard>
      </div>
      <div>
        <Certificate siteId={site.id} />
      </div>
    </div>
  )
}

const certificateTone: Readonly<Record<string, [Tone, string]>> = {
  valid: ['good', 'Valid'],
  expiring: ['warn', 'Expires soon'],
  expired: ['bad', 'Expired'],
  invalid: ['bad', 'Not valid'],
  unreachable: ['warn', 'Not reached'],
  'plain-http': ['bad', 'No encryption'],
  unchecked: ['still', 'Not checked yet'],
}

function Certificate({ siteId }: { siteId: number }) {
  const on = useModule('ssl-monitor')
  const { data, error } = useOperation('get-site-certificate', { site_id_or_domain: siteId }, { enabled: on === true })
  if (on === false) return <ModuleOffCard title="Certificate" module="SSL monitor" />
  if (error) return <ErrorState error={error} />
  if (!data) return <Loading lines={5} />
  const [tone, label] = certificateTone[data.status] ?? ['still', data.status]
  return (
    <Card title="Certificate">
      <div className="stack">
        {data.reason && <Notice tone={tone === 'bad' ? 'warn' : 'note'}>{data.reason}</Notice>}
        {data.problems.map(({ code, message }) => (
          <Notice key={code} tone="warn">
            {message}
          </Notice>
        ))}
        <Facts
          facts={[
            [
              'State',
              <Badge key="state" tone={tone}>
                {label}
              </Badge>,
            ],
            ['Valid until', data.valid_to && <RelativeTime key="until" at={data.valid_to} />],
            ['Issued by', data.issuer_o ?? data.issuer],
            ['For', data.names.slice(0, 6).join(', ')],
            ['Protocol', data.protocol],
            ['Looked at', <RelativeTime key="at" at={data.checked_at} />],
          ]}
        />
      </div>
    </Card>
  )
}
