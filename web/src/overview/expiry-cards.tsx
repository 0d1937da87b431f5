import type { DataOf } from '../../../contract/client.ts'
import { Badge, type Tone } from '../ui/badge.tsx'
import { dayText } from '../ui/format/day.ts'
import { hostOf } from '../ui/format/host-of.ts'
import { money } from '../ui/format/money.ts'
import { formatNumber } from '../ui/format/number.ts'
import { BriefCard, BriefItem, ModuleOffCard, siteLink } from './brief-card.tsx'
import { overviewTexts } from './overview-texts.ts'
import { sitesCardTexts } from './sites-card-texts.ts'

type Overview = DataOf<'get-overview'>

const daysTone = (days: number): Tone => (days < 0 ? 'bad' : days <= 7 ? 'warn' : 'note')
const describeDaysLeft = (days: number) =>
  days < -1
    ? overviewTexts.daysOver({ days: -days })
    : days === -1
      ? overviewTexts.sinceYesterday
      : days === 0
        ? overviewTexts.today
        : days === 1
          ? overviewTexts.tomorrow
          : overviewTexts.daysDays({ days })

const Days = ({ left }: { left: number }) => <Badge tone={daysTone(left)}>{describeDaysLeft(left)}</Badge>

// Cards for certificates, domains and costs that expire soon.

export function CertificatesCard({ certificates, sites }: Pick<Overview, 'certificates' | 'sites'>) {
  if (!certificates) return <ModuleOffCard title={overviewTexts.certificates} module={overviewTexts.sslMonitor} />
  const unchecked = Math.max(0, sites.total - certificates.checked)
  return (
    <BriefCard
      title={overviewTexts.certificates}
      total={certificates.expired + certificates.within_30_days + certificates.invalid}
      tone={certificates.expired + certificates.invalid > 0 ? 'bad' : 'warn'}
      all={{ to: '/certificates' }}
      emptyText={overviewTexts.noneIsKnownTo}
      unknown={unchecked > 0 ? overviewTexts.unchecked({ unchecked }) : null}
    >
      {certificates.invalid > 0 && (
        <BriefItem
          link={{ to: '/certificates', search: { status: 'invalid' } }}
          name={overviewTexts.otherwiseInvalid}
          end={<Badge tone="bad">{formatNumber(certificates.invalid)}</Badge>}
        />
      )}
      {certificates.items.map(({ site_id, site_name, site_url, days_left }) => (
        <BriefItem
          key={site_id}
          link={siteLink(site_id, 'security')}
          name={site_name || hostOf(site_url)}
          remark={hostOf(site_url)}
          end={<Days left={days_left} />}
        />
      ))}
    </BriefCard>
  )
}

function describeUnknownDomains({ unknown, unchecked }: NonNullable<Overview['domains']>): string | null {
  const sentences = [
    unchecked > 0 && sitesCardTexts.domainsUnchecked({ count: unchecked }),
    unknown > 0 && sitesCardTexts.domainsUnknown({ count: unknown }),
  ].filter((sentence) => sentence !== false)
  return sentences.length === 0 ? null : sentences.join(' ')
}

export function DomainsCard({ domains }: Pick<Overview, 'domains'>) {
  if (!domains) return <ModuleOffCard title={overviewTexts.domains} module={overviewTexts.domainMonitor} />
  return (
    <BriefCard
      title={overviewTexts.domains}
      total={domains.expired + domains.within_30_days}
      tone={domains.expired > 0 ? 'bad' : 'warn'}
      all={{ to: '/domains' }}
      emptyText={overviewTexts.noneIsKnownTo}
      unknown={describeUnknownDomains(domains)}
    >
      {domains.items.map(({ domain, site_id, days_left, expiry_date }) => (
        <BriefItem
          key={domain}
          link={siteLink(site_id)}
          name={domain}
          remark={overviewTexts.registeredUntilExpirydate({ expirydate: dayText(expiry_date) })}
          end={<Days left={days_left} />}
        />
      ))}
    </BriefCard>
  )
}

export function RenewalsCard({ renewals }: Pick<Overview, 'renewals'>) {
  if (!renewals) return <ModuleOffCard title={overviewTexts.renewals} module={overviewTexts.costTracker} />
  return (
    <BriefCard
      title={overviewTexts.renewals}
      total={renewals.total}
      tone={renewals.overdue > 0 ? 'bad' : 'note'}
      all={{ to: '/costs' }}
      emptyText={overviewTexts.nothingFallsDueWithin}
    >
      {renewals.items.map(({ id, name, amount, currency, days_left }) => (
        <BriefItem
          key={id}
          link={{ to: '/costs', search: { search: name } }}
          name={name}
          remark={money(amount, currency)}
          end={<Days left={days_left} />}
        />
      ))}
    </BriefCard>
  )
}
