import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { PlanDialog } from '../actions/plan-dialog.tsx'
import type { RowOf } from '../api/call.ts'
import { useList } from '../api/query.ts'
import { useCan } from '../api/session.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { formatNumber } from '../ui/format/number.ts'
import { ErrorState, Loading } from '../ui/states.tsx'
import { AcceptDialog } from './accept-dialog.tsx'
import { FixDialog } from './fix-dialog.tsx'
import { KnowledgeNotice } from './knowledge-notice.tsx'
import { ReplaceDialog } from './replace-dialog.tsx'
import { ExploitedBadge, SeverityBadge } from './severity.tsx'
import { vulnerabilityLink } from './vulnerability-columns.tsx'
import { vulnerabilityTexts } from './vulnerability-texts.ts'

type Finding = RowOf<'list-vulnerability-findings'>
type Choice = { finding: Finding; action: 'fix' | 'replace' | 'deactivate' | 'delete' | 'accept' }

const shown = 50

/** The open vulnerabilities of one site, each with what can be done about it there. */
export function SiteVulnerabilities({ siteId }: { siteId: number }) {
  const can = useCan()
  const [choice, setChoice] = useState<Choice | null>(null)
  const { data, error, refetch } = useList('list-vulnerability-findings', {
    site_id_or_domain: siteId,
    per_page: shown,
  })
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <Loading lines={4} />
  const { knowledge } = data.extra
  const isCurrent = knowledge?.state === 'current'
  return (
    <>
      <KnowledgeNotice knowledge={knowledge} />
      <Card
        title={vulnerabilityTexts.siteVulnerabilities}
        actions={data.total > 0 && <Badge tone="bad">{formatNumber(data.total)}</Badge>}
      >
        {data.rows.length === 0 ? (
          <p className="soft">{isCurrent ? vulnerabilityTexts.noneOnSite : vulnerabilityTexts.noneOnSiteUnsure}</p>
        ) : (
          <ul className="stack">
            {data.rows.map((finding) => (
              <li key={finding.id} className="stack-tight">
                <div className="apart">
                  <Link {...vulnerabilityLink(finding.vulnerability_id)} className="row-name">
                    {finding.title}
                  </Link>
                  <span className="line">
                    <ExploitedBadge exploited={finding.is_exploited} />
                    <SeverityBadge severity={finding.severity} score={finding.score} />
                  </span>
                </div>
                <div className="apart">
                  <span className="soft small">
                    {finding.name} {finding.version}
                    {!finding.is_active && `, ${vulnerabilityTexts.inactive}`},{' '}
                    {finding.fixed_in === null
                      ? vulnerabilityTexts.noFix
                      : `${vulnerabilityTexts.fixedIn} ${finding.fixed_in}`}
                  </span>
                  <span className="line">
                    {finding.fixed_in !== null && can('fix-vulnerability') && (
                      <Button small tone="primary" onClick={() => setChoice({ finding, action: 'fix' })}>
                        {vulnerabilityTexts.update}
                      </Button>
                    )}
                    {finding.fixed_in === null &&
                      finding.kind === 'plugin' &&
                      finding.is_active &&
                      can('replace-affected-plugin') && (
                        <Button small onClick={() => setChoice({ finding, action: 'replace' })}>
                          {vulnerabilityTexts.replace}
                        </Button>
                      )}
                    {finding.kind === 'plugin' && finding.is_active && can('deactivate-affected-plugins') && (
                      <Button small onClick={() => setChoice({ finding, action: 'deactivate' })}>
                        {vulnerabilityTexts.deactivate}
                      </Button>
                    )}
                    {finding.kind !== 'core' && can('delete-affected-software') && (
                      <Button small onClick={() => setChoice({ finding, action: 'delete' })}>
                        {vulnerabilityTexts.delete}
                      </Button>
                    )}
                    {can('accept-vulnerability') && (
                      <Button small onClick={() => setChoice({ finding, action: 'accept' })}>
                        {vulnerabilityTexts.accept}
                      </Button>
                    )}
                  </span>
                </div>
              </li>
            ))}
          </ul>
        )}
      </Card>
      {choice && <ChoiceDialog {...choice} siteId={siteId} onClose={() => setChoice(null)} />}
    </>
  )
}

function ChoiceDialog({ finding, action, siteId, onClose }: Choice & { siteId: number; onClose: () => void }) {
  const { vulnerability_id, name, title } = finding
  if (action === 'fix')
    return <FixDialog target={{ vulnerability_id }} siteIds={[siteId]} name={name} onClose={onClose} />
  if (action === 'replace')
    return <ReplaceDialog target={{ vulnerability_id }} siteIds={[siteId]} name={name} onClose={onClose} />
  if (action === 'accept')
    return (
      <AcceptDialog vulnerabilityId={vulnerability_id} title={title} sites={1} siteIds={[siteId]} onClose={onClose} />
    )
  if (action === 'deactivate')
    return (
      <PlanDialog
        operation="deactivate-affected-plugins"
        input={{ vulnerability_id, site_ids_or_domains: [siteId] }}
        title={vulnerabilityTexts.deactivateHere({ name })}
        action={vulnerabilityTexts.deactivate}
        doing={vulnerabilityTexts.deactivating({ name })}
        done={vulnerabilityTexts.deactivated({ name })}
        onClose={onClose}
      />
    )
  return (
    <PlanDialog
      danger
      operation="delete-affected-software"
      input={{ vulnerability_id, site_ids_or_domains: [siteId] }}
      title={vulnerabilityTexts.deleteHere({ name })}
      action={vulnerabilityTexts.delete}
      doing={vulnerabilityTexts.deleting({ name })}
      done={vulnerabilityTexts.deleted({ name })}
      onClose={onClose}
    />
  )
}
