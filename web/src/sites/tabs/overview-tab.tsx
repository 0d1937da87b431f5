import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useList, useOperation } from '../../api/query.ts'
import { useModule } from '../../modules/module-gate.tsx'
import { BriefCard, BriefItem, IssueItem, severityTone, siteLink } from '../../overview/brief-card.tsx'
import { sentence } from '../../texts/sentence.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card, Facts, Stat } from '../../ui/card.tsx'
import { formatNumber } from '../../ui/format/number.ts'
import { RelativeTime } from '../../ui/format/relative-time.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Loading } from '../../ui/states.tsx'
import { describeChange } from '../change-labels.ts'
import { AsOf, DatedFigure, Figure, useIsStale } from '../figure.tsx'
import { siteConditionTexts } from '../site-condition-texts.ts'
import { healthTone, nameOf, uptimeText, uptimeTone } from '../site-labels.ts'
import type { SiteTab } from '../site-tab.ts'
import { updateNoteTexts } from '../update-note-texts.ts'
import { tabsTexts } from './tabs-texts.ts'

const shown = 5
const unknown = <span className="soft">–</span>

export default function OverviewTab({ site, row }: SiteTab) {
  const to = (tab: string) => ({
    to: '/sites/$siteId/$tab' as const,
    params: { siteId: String(site.id), tab },
  })
  const health = row?.health_score ?? null
  const uptime = row?.uptime_30d ?? null
  return (
    <>
      <div className="grid-4 site-stats">
        <Stat
          label={tabsTexts.updatesWaiting}
          value={
            row && site.last_sync !== '' ? (
              <Figure at={site.last_sync} source="sync">
                {formatNumber(row.updates.total)}
              </Figure>
            ) : (
              unknown
            )
          }
          {...to('updates')}
        />
        <Stat
          label={tabsTexts.health}
          value={
            health === null ? (
              unknown
            ) : (
              <Figure at={row?.health_score_at} source="health">
                <span className={`ink-${healthTone(health)}`}>{tabsTexts.healthOf100({ health })}</span>
              </Figure>
            )
          }
          {...to('security')}
        />
        <Stat
          label={tabsTexts.uptime30Days}
          value={row ? <Uptime row={row} percent={uptime} /> : unknown}
          {...to('monitor')}
        />
        <Stat
          label={siteConditionTexts.lastSuccess}
          value={
            <span className={site.condition?.state === 'stale' ? 'ink-warn' : undefined}>
              <RelativeTime at={site.last_sync} never={siteConditionTexts.notYet} />
            </span>
          }
          {...to('connection')}
        />
      </div>
      <div className="grid-2">
        <div className="stack">
          <Card title={tabsTexts.aboutTheSite}>
            <AboutSite site={site} />
          </Card>
          {site.facts.network && <Network site={site} network={site.facts.network} />}
          {site.thumbnail && <Homepage site={site} thumbnail={site.thumbnail} />}
          {site.notes && (
            <Card title={tabsTexts.notes}>
              <p className="quote">{site.notes}</p>
            </Card>
          )}
        </div>
        <div className="stack">
          <SecurityBrief siteId={site.id} />
          <ChangesBrief siteId={site.id} />
        </div>
      </div>
    </>
  )
}

function Homepage({ site, thumbnail }: Pick<SiteTab, 'site'> & { thumbnail: { url: string; taken_at: string } }) {
  return (
    <Card title={updateNoteTexts.homepage}>
      <div className="stack-tight">
        <img
          className="site-picture"
          src={thumbnail.url}
          alt={updateNoteTexts.pictureOf({ name: nameOf(site) })}
          loading="lazy"
        />
        <span className="soft small">
          {updateNoteTexts.taken({ time: () => <RelativeTime at={thumbnail.taken_at} /> })}
        </span>
      </div>
    </Card>
  )
}

/** Plugins, themes and WordPress are shared by all sites of a network. */
function Network({ site, network }: Pick<SiteTab, 'site'> & { network: { blog_id: number | null } }) {
  const others = site.network_sites ?? []
  return (
    <Card title={updateNoteTexts.network}>
      <div className="stack-tight">
        <p>{updateNoteTexts.networkSite({ id: network.blog_id ?? 0 })}</p>
        {others.length === 0 ? (
          <p className="soft">{updateNoteTexts.noOtherSites}</p>
        ) : (
          <>
            <p className="soft small">{updateNoteTexts.otherSites}</p>
            <ul className="planned">
              {others.map((other) => (
                <li key={other.id} className="apart">
                  <Link to="/sites/$siteId" params={{ siteId: String(other.id) }}>
                    {nameOf(other)}
                  </Link>
                  <span className="soft small">{updateNoteTexts.networkPart({ id: other.blog_id ?? 0 })}</span>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </Card>
  )
}

function Uptime({ row, percent }: { row: NonNullable<SiteTab['row']>; percent: number | null }) {
  if (row.monitor_status === 'down') return <span className="ink-bad">{siteConditionTexts.downNow}</span>
  if (row.monitor_status === 'paused') return <span className="soft">{siteConditionTexts.notMonitored}</span>
  if (percent === null) return unknown
  return (
    <DatedFigure at={row.monitor_checked_at} isStale={row.monitor_stale}>
      <span className={`ink-${uptimeTone(percent)}`}>{uptimeText(percent)}</span>
    </DatedFigure>
  )
}

function AboutSite({ site }: Pick<SiteTab, 'site'>) {
  const { facts } = site
  return (
    <Facts
      facts={[
        [tabsTexts.wordpress, <VersionLink key="wp" field="wp_version" version={site.wp_version} />],
        ['PHP', <VersionLink key="php" field="php_version" version={site.php_version} />],
        [tabsTexts.database, facts.database_version],
        [tabsTexts.theme, facts.active_theme],
        [tabsTexts.memoryLimit, facts.memory_limit],
        [tabsTexts.language, facts.language],
        [tabsTexts.timeZone, facts.timezone],
        [tabsTexts.ipAddress, facts.ip],
        [
          tabsTexts.searchEngines,
          showFact(facts.public_to_search_engines, tabsTexts.welcome, <Badge tone="warn">{tabsTexts.keptOut}</Badge>),
        ],
        [tabsTexts.debugMode, showFact(facts.debug_mode, <Badge tone="warn">{tabsTexts.on}</Badge>, tabsTexts.off)],
        [tabsTexts.actsAs, site.admin_username],
        [tabsTexts.connector, site.child_version],
        [tabsTexts.added, <RelativeTime key="added" at={site.created_at} />],
      ]}
    />
  )
}

/** Renders nothing until the site has been synced. */
const showFact = (fact: boolean | undefined, yes: ReactNode, no: ReactNode) =>
  fact === undefined ? null : fact ? yes : no

function VersionLink({ field, version }: { field: 'wp_version' | 'php_version'; version: string }) {
  if (version === '') return unknown
  return (
    <Link to="/sites" search={{ [field]: version }} title={tabsTexts.allSitesWithThis}>
      {version}
    </Link>
  )
}

function SecurityBrief({ siteId }: { siteId: number }) {
  const isStale = useIsStale()
  const { data, error } = useOperation('get-site-security', { site_id_or_domain: siteId })
  if (error) return <Notice tone="warn">{error.message}</Notice>
  if (!data) return <Loading lines={3} />
  if (data.checked_at === null) {
    return (
      <Card title={tabsTexts.security}>
        <p className="soft">{siteConditionTexts.notKnownUntilSync}</p>
      </Card>
    )
  }
  const age = () => <AsOf at={data.checked_at} source="security" />
  return (
    <BriefCard
      title={tabsTexts.security}
      total={data.security_issues.length}
      all={siteLink(siteId, 'security')}
      emptyText={siteConditionTexts.noIssueAsOf({ age })}
      emptyIsGood={!isStale(data.checked_at, 'security')}
      note={
        data.security_issues.length > 0 &&
        isStale(data.checked_at, 'security') && <span>{siteConditionTexts.checksAsOf({ age })}</span>
      }
    >
      {data.security_issues.slice(0, shown).map(({ type, severity, message }) => (
        <IssueItem
          key={type}
          message={sentence(message)}
          end={<Badge tone={severityTone[severity]}>{sentence(severity)}</Badge>}
        />
      ))}
    </BriefCard>
  )
}

function ChangesBrief({ siteId }: { siteId: number }) {
  const on = useModule('logs') === true
  const { data, error } = useList(
    'get-outside-changes',
    { site_id_or_domain: siteId, per_page: shown },
    { enabled: on },
  )
  if (!on) return null
  if (error) return <Notice tone="warn">{error.message}</Notice>
  if (!data) return <Loading lines={3} />
  return (
    <BriefCard
      title={tabsTexts.changedByOthers}
      total={data.total}
      tone="note"
      all={siteLink(siteId, 'changes')}
      emptyText={tabsTexts.noChangesAreKnown}
    >
      {data.rows.map(({ id, description, item, user, timestamp }) => (
        <BriefItem
          key={id}
          name={describeChange(description, item)}
          remark={user && tabsTexts.byUser({ user })}
          end={
            <span className="soft small">
              <RelativeTime at={timestamp} />
            </span>
          }
        />
      ))}
    </BriefCard>
  )
}
