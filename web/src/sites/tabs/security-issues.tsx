import { useState } from 'react'
import type { DataOf, InputOf } from '../../../../contract/client.ts'
import { PlanDialog } from '../../actions/plan-dialog.tsx'
import { runAction } from '../../actions/run-action.tsx'
import { call } from '../../api/call.ts'
import { asProblem } from '../../api/problem.ts'
import { useCan } from '../../api/session.tsx'
import { BriefCard, IssueItem, severityTone, siteLink } from '../../overview/brief-card.tsx'
import { sentence } from '../../texts/sentence.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { IconCircleCheck } from '../../ui/icons.ts'
import { toast } from '../../ui/toast.tsx'
import { UpdatePlanDialog } from '../../updates/update-plan-dialog.tsx'
import { vulnerabilityTexts } from '../../vulnerabilities/vulnerability-texts.ts'
import { useIsStale } from '../figure.tsx'
import { siteConditionTexts } from '../site-condition-texts.ts'
import { nameOf } from '../site-labels.ts'
import type { SiteTab } from '../site-tab.ts'
import { checkLabels } from './check-labels.ts'

type Security = DataOf<'get-site-security'>
type Shown = Pick<Security, 'shown_version'>['shown_version']
interface FixTexts {
  label: string
  doing: (values: { site: string }) => string
  done: string
}
const errorTexts: FixTexts = {
  label: vulnerabilityTexts.hideErrors,
  doing: vulnerabilityTexts.hidingErrors,
  done: vulnerabilityTexts.hiddenErrors,
}

const updateTypes: Readonly<Record<string, { label: string; type: 'core' | 'plugins' | 'themes' }>> = {
  wp_uptodate: { label: vulnerabilityTexts.updateWordPress, type: 'core' },
  sec_outdated_plugins: { label: vulnerabilityTexts.updatePlugins, type: 'plugins' },
  sec_outdated_themes: { label: vulnerabilityTexts.updateThemes, type: 'themes' },
}
const inactiveItems: Readonly<Record<string, 'plugin' | 'theme'>> = {
  sec_inactive_plugins: 'plugin',
  sec_inactive_themes: 'theme',
}
/** What the operation `fix-site-security` corrects. */
const fixes: Readonly<Record<string, { check: InputOf<'fix-site-security'>['check'] } & FixTexts>> = {
  php_reporting: { check: 'php_reporting', ...errorTexts },
  db_reporting: { check: 'db_reporting', ...errorTexts },
  shown_version: {
    check: 'shown_version',
    label: vulnerabilityTexts.hideVersion,
    doing: vulnerabilityTexts.hidingVersion,
    done: vulnerabilityTexts.hiddenVersion,
  },
  sslprotocol: {
    check: 'sslprotocol',
    label: vulnerabilityTexts.activateHttps,
    doing: vulnerabilityTexts.activatingHttps,
    done: vulnerabilityTexts.activatedHttps,
  },
}

type Chosen = { update: string } | { remove: 'plugin' | 'theme'; slugs: string[] }

/** Each issue with its remedy, as far as the connector can do it. */
export function SecurityIssues({
  site,
  security,
  shown,
}: Pick<SiteTab, 'site'> & { security: Security; shown: Shown }) {
  const isStale = useIsStale()
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const name = nameOf(site)
  const issues = [...security.security_issues, ...versionIssue(shown)]
  const close = () => setChosen(null)
  const choose = async (issue: string) => {
    const kind = inactiveItems[issue]
    if (!kind) return setChosen({ update: issue })
    try {
      const slugs = await listInactive(site.id, kind)
      if (slugs.length === 0) toast(vulnerabilityTexts.noInactive)
      else setChosen({ remove: kind, slugs })
    } catch (error) {
      toast(asProblem(error).message, { tone: 'bad' })
    }
  }
  return (
    <>
      <BriefCard
        title={vulnerabilityTexts.issues}
        total={issues.length}
        all={siteLink(site.id, 'security')}
        emptyText={security.checked_at === null ? siteConditionTexts.notKnownYet : siteConditionTexts.noIssue}
        emptyIsGood={security.checked_at !== null && !isStale(security.checked_at, 'security')}
      >
        {issues.map(({ type, severity, message }) => (
          <IssueItem
            key={type}
            message={sentence(message)}
            end={
              <span className="line">
                <Badge tone={severityTone[severity]}>{sentence(severity)}</Badge>
                <Remedy type={type} site={site} onChoose={() => void choose(type)} />
              </span>
            }
          />
        ))}
      </BriefCard>
      {chosen && 'update' in chosen && (
        <UpdatePlanDialog
          title={updateTypes[chosen.update]?.label ?? ''}
          run={{ site_ids_or_domains: [site.id], types: [updateTypes[chosen.update]?.type ?? 'plugins'] }}
          onClose={close}
        />
      )}
      {chosen && 'remove' in chosen && (
        <PlanDialog
          danger
          operation={chosen.remove === 'plugin' ? 'delete-site-plugins' : 'delete-site-themes'}
          input={{ site_id_or_domain: site.id, slugs: chosen.slugs }}
          title={
            chosen.remove === 'plugin'
              ? vulnerabilityTexts.deleteInactivePlugins({ site: name })
              : vulnerabilityTexts.deleteInactiveThemes({ site: name })
          }
          action={vulnerabilityTexts.delete}
          doing={vulnerabilityTexts.deletingInactive({ site: name })}
          done={vulnerabilityTexts.deletedInactive}
          onClose={close}
        />
      )}
    </>
  )
}

/** The connector, must-use plugins and the parent of the active theme stay. */
async function listInactive(siteId: number, kind: 'plugin' | 'theme'): Promise<string[]> {
  if (kind === 'plugin') {
    const plugins = await call('get-site-plugins', { site_id_or_domain: siteId })
    return plugins.filter((each) => !each.active && !each.must_use && !each.is_connector).map(({ slug }) => slug)
  }
  const themes = await call('get-site-themes', { site_id_or_domain: siteId })
  return themes.filter((each) => !each.active && !each.parent_of_active).map(({ slug }) => slug)
}

function Remedy({ type, site, onChoose }: Pick<SiteTab, 'site'> & { type: string; onChoose: () => void }) {
  const can = useCan()
  const update = updateTypes[type]
  if (update) return can('run-updates') && <Choose label={update.label} onChoose={onChoose} />
  if (inactiveItems[type])
    return can('delete-site-plugins') && <Choose label={vulnerabilityTexts.deleteInactive} onChoose={onChoose} />
  const fix = fixes[type]
  if (fix) {
    const { check, label, done } = fix
    const run = () =>
      void runAction(
        'fix-site-security',
        { site_id_or_domain: site.id, check },
        { doing: fix.doing({ site: nameOf(site) }), done },
      )
    return can('fix-site-security') && <Choose label={label} onChoose={run} />
  }
  return (
    <span className="soft small" title={vulnerabilityTexts.onTheServerHint}>
      {vulnerabilityTexts.onTheServer}
    </span>
  )
}

const Choose = ({ label, onChoose }: { label: string; onChoose: () => void }) => (
  <Button small onClick={onChoose}>
    {label}
  </Button>
)

const versionIssue = (shown: Shown) =>
  shown?.state === 'shown'
    ? [
        {
          type: 'shown_version',
          severity: 'low' as const,
          message: vulnerabilityTexts.versionIsShown({ version: shown.version ?? '' }),
        },
      ]
    : []

export function passedChecks(checks: Security['checks'], shown: Shown): string[] {
  const passed = Object.entries(checks)
    .filter(([, state]) => state === 'fine' || state === 'fine-by-itself')
    .map(([name]) => name)
  return shown?.state === 'hidden' ? [...passed, 'shown_version'] : passed
}

export function PassedChecks({ checks, shown }: Pick<Security, 'checks'> & { shown: Shown }) {
  const passed = passedChecks(checks, shown)
  if (passed.length === 0) return null
  return (
    <Card
      title={vulnerabilityTexts.passedChecks}
      actions={<span className="soft">{vulnerabilityTexts.passedCount({ count: passed.length })}</span>}
    >
      <ul className="stack-tight">
        {passed.map((name) => (
          <li key={name} className="line">
            <IconCircleCheck size={17} aria-hidden />
            <span>{checkLabels[name] ?? name.replaceAll('_', ' ')}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
