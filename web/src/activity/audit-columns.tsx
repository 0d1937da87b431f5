import { Link } from '@tanstack/react-router'
import type { RowOf } from '../api/call.ts'
import { describeCode } from '../api/describe-problem.ts'
import { SiteLink } from '../fleet/site-link.tsx'
import { Badge, type Tone } from '../ui/badge.tsx'
import { RelativeTime } from '../ui/format/relative-time.tsx'
import type { Column } from '../ui/table/column.ts'
import { actorName } from './actor-name.ts'
import { operationLabels, readFields } from './audit-labels.ts'
import { auditSubject } from './audit-subject.ts'
import { auditTexts } from './audit-texts.ts'

export type AuditLine = RowOf<'list-audit'>

const tones: Record<AuditLine['result'], Tone> = {
  done: 'good',
  partial: 'partial',
  refused: 'warn',
  failed: 'bad',
  unknown: 'partial',
}

function Result({ result, outcome }: AuditLine) {
  const label = outcome === 'started' ? auditTexts.running : auditTexts[result]
  return (
    <div>
      <Badge tone={tones[result]}>{label}</Badge>
      {result !== 'done' && result !== 'partial' && outcome !== 'started' && (
        <div className="soft small">{describeCode(outcome)}</div>
      )}
    </div>
  )
}

/** The account by its present name. A caller who is not signed in has only tried to be someone. */
function describeActor({ actor, actor_kind, user_id, user_login, key_id, key_description }: AuditLine): string {
  if (actor_kind === 'nobody') return user_login ? auditTexts.triedAs({ login: user_login }) : auditTexts.notSignedIn
  if (actor_kind === 'system')
    return actor === 'flotilla' ? auditTexts.byItself : auditTexts.byCommand({ name: actorName(actor) })
  const recorded = actor.split(' (key ', 1)[0] ?? actor
  const login = user_login ?? (user_id === null ? recorded : auditTexts.formerUser({ login: recorded }))
  if (key_id === null) return login
  return key_description
    ? auditTexts.ofNamedKey({ login, name: key_description })
    : auditTexts.ofKey({ login, key: key_id })
}

function What({ operation, subject, sites }: AuditLine) {
  const { job_id, repeats } = readFields(subject)
  const text = auditSubject(subject, { withoutSites: sites.length > 0 })
  return (
    <div>
      <span className="row-name">{operationLabels(operation)}</span>
      {typeof repeats === 'number' && <span className="soft"> {auditTexts.repeated({ count: repeats })}</span>}
      {text !== '' && <div className="soft small audit-subject">{text}</div>}
      {typeof job_id === 'number' && (
        <div className="small">
          <Link to="/jobs/$jobId" params={{ jobId: String(job_id) }}>
            {auditTexts.job({ job: job_id })}
          </Link>
        </div>
      )}
    </div>
  )
}

function Sites({ sites, site_count }: AuditLine) {
  return (
    <div className="links-below">
      {sites.map((site) => (
        <div key={site.id}>
          <SiteLink {...site} />
        </div>
      ))}
      {site_count > sites.length && (
        <div className="soft small">{auditTexts.moreSites({ count: site_count - sites.length })}</div>
      )}
    </div>
  )
}

export const auditColumns: readonly Column<AuditLine>[] = [
  { key: 'what', title: auditTexts.what, primary: true, cell: (line) => <What {...line} /> },
  { key: 'who', title: auditTexts.who, cell: describeActor },
  {
    key: 'where',
    title: auditTexts.where,
    cell: (line) => <Sites {...line} />,
    blank: ({ sites }) => sites.length === 0,
  },
  { key: 'result', title: auditTexts.result, cell: (line) => <Result {...line} /> },
  {
    key: 'from',
    title: auditTexts.from,
    cell: ({ address }) => address ?? '–',
    blank: ({ address }) => address === null,
  },
  { key: 'when', title: auditTexts.when, cell: ({ timestamp }) => <RelativeTime at={timestamp} /> },
  {
    key: 'request',
    title: auditTexts.request,
    optional: true,
    wide: true,
    cell: ({ request_id }) => <code>{request_id}</code>,
  },
]
