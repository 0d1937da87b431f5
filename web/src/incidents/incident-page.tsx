import { sentence } from '../texts/sentence.ts'
import './incidents.css'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { runAction } from '../actions/run-action.tsx'
import { useOperation } from '../api/query.ts'
import { useAccount, useCan } from '../api/session.tsx'
import { utc, utcOrNull } from '../monitors/monitor-labels.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Card, Facts } from '../ui/card.tsx'
import { duration, durationOf } from '../ui/format/duration.ts'
import { hostOf } from '../ui/format/host-of.ts'
import { formatNumber } from '../ui/format/number.ts'
import { RelativeTime } from '../ui/format/relative-time.tsx'
import { IconCheck, IconCircleCheck, IconRefresh, IconUser } from '../ui/icons.ts'
import { Notice } from '../ui/notice.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { ErrorState, Loading } from '../ui/states.tsx'
import { handlingTexts } from './handling-texts.ts'
import { AddNote, AssignDialog, ReopenDialog, ReportText, ResolveDialog } from './incident-forms.tsx'
import { incidentTexts } from './incident-texts.ts'
import { IncidentTimeline } from './incident-timeline.tsx'
import type { IncidentDetail } from './incident-type.ts'

const pollEveryMs = 30_000

export default function IncidentPage() {
  const { incidentId } = useParams({ from: '/incidents/$incidentId' })
  const id = Number(incidentId)
  const { data, error, refetch } = useOperation('get-incident', { incident_id: id }, { every: pollEveryMs })
  const can = useCan()
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <Loading lines={8} />
  const name = data.site_name || hostOf(data.site_url)
  return (
    <>
      <PageHeader title={incidentTexts.title({ site: name })} actions={<Actions incident={data} />}>
        <Link to="/monitors" search={{ view: 'incidents' }}>
          {incidentTexts.allIncidents}
        </Link>
        ,{' '}
        <Link to="/monitors/$siteId" params={{ siteId: String(data.site_id) }}>
          {hostOf(data.site_url)}
        </Link>
      </PageHeader>
      <Notices incident={data} />
      <div className="grid-2">
        <Card title={incidentTexts.timeline}>
          <div className="stack">
            {!data.changes_complete && <p className="soft small">{incidentTexts.incompleteTimeline}</p>}
            <IncidentTimeline entries={data.timeline} />
            {can('add-incident-note') && <AddNote id={id} />}
          </div>
        </Card>
        <div className="stack">
          <IncidentFacts incident={data} />
          {can('update-incident-report') && <ReportText id={id} stored={data.handling.report_text} />}
        </div>
      </div>
    </>
  )
}

function Notices({ incident }: { incident: IncidentDetail }) {
  const { maintenance, alarm, cause_hint } = incident
  return (
    <>
      {maintenance && (
        <Notice>
          {incidentTexts.maintenance({
            title: maintenance.title,
            time: () => <RelativeTime at={maintenance.ends_at} />,
          })}
        </Notice>
      )}
      {alarm === 'held' && <Notice>{incidentTexts.alarmHeld}</Notice>}
      {alarm === 'skipped' && <Notice>{incidentTexts.alarmSkipped}</Notice>}
      {cause_hint !== null && (
        <Notice tone="warn">
          <strong>{incidentTexts.hint}</strong>
          <br />
          {sentence(cause_hint)}
        </Notice>
      )}
    </>
  )
}

function IncidentFacts({ incident }: { incident: IncidentDetail }) {
  const { started_at, ended_at, ended_by, downtime_sec, handling } = incident
  const lasted = duration(utc(started_at), utcOrNull(ended_at))
  const status = ended_by === 'paused' ? incidentTexts.interrupted : ended_at ? incidentTexts.over : incidentTexts.down
  return (
    <Card title={incidentTexts.facts}>
      <div className="stack">
        <span className="line">
          <Badge tone={ended_by === 'paused' ? 'still' : ended_at ? 'good' : 'bad'} dot>
            {status}
          </Badge>
          <HandlingBadge state={handling.state} />
        </span>
        <Facts
          facts={[
            [incidentTexts.cause, sentence(incident.cause)],
            [incidentTexts.began, <RelativeTime key="began" at={utc(started_at)} />],
            [
              incidentTexts.ended,
              ended_at === null ? incidentTexts.stillDown : <RelativeTime key="ended" at={utc(ended_at)} />,
            ],
            [incidentTexts.lasted, ended_at === null ? incidentTexts.lastedSoFar({ time: lasted }) : lasted],
            [incidentTexts.downtime, durationOf(downtime_sec)],
            [incidentTexts.failedChecks, formatNumber(incident.down_count)],
            [incidentTexts.address, incident.address],
            [incidentTexts.assignedTo, handling.assigned_to ?? incidentTexts.notAssigned],
            [incidentTexts.acknowledgedBy, handling.acknowledged_by],
            [incidentTexts.resolvedBy, handling.resolved_by],
          ]}
        />
      </div>
    </Card>
  )
}

function HandlingBadge({ state }: { state: IncidentDetail['handling']['state'] }) {
  if (state === 'resolved') return <Badge tone="good">{handlingTexts.resolved}</Badge>
  if (state === 'acknowledged') return <Badge tone="note">{handlingTexts.acknowledged}</Badge>
  return <Badge tone="warn">{handlingTexts.open}</Badge>
}

function Actions({ incident }: { incident: IncidentDetail }) {
  const { id, handling } = incident
  const can = useCan()
  const { user } = useAccount()
  const [open, setOpen] = useState<'assign' | 'resolve' | 'reopen' | null>(null)
  const close = () => setOpen(null)
  const assignTo = (login: string) =>
    void runAction(
      'assign-incident',
      { incident_id: id, user: login },
      { doing: incidentTexts.assigning, done: incidentTexts.assigned },
    )
  const acknowledge = () =>
    void runAction(
      'acknowledge-incident',
      { incident_id: id },
      { doing: incidentTexts.acknowledging, done: incidentTexts.acknowledged },
    )
  return (
    <>
      {can('assign-incident') && user && handling.assigned_to !== user.login && (
        <Button icon={IconUser} onClick={() => assignTo(user.login)}>
          {incidentTexts.assignToMe}
        </Button>
      )}
      {can('assign-incident') && (
        <Button onClick={() => setOpen('assign')}>
          {handling.assigned_to === null ? incidentTexts.assign : incidentTexts.reassign}
        </Button>
      )}
      {can('acknowledge-incident') && handling.state === 'open' && (
        <Button tone="primary" icon={IconCheck} onClick={acknowledge}>
          {incidentTexts.acknowledge}
        </Button>
      )}
      {can('resolve-incident') && handling.state !== 'resolved' && (
        <Button icon={IconCircleCheck} onClick={() => setOpen('resolve')}>
          {incidentTexts.resolve}
        </Button>
      )}
      {can('reopen-incident') && handling.state === 'resolved' && (
        <Button icon={IconRefresh} onClick={() => setOpen('reopen')}>
          {incidentTexts.reopen}
        </Button>
      )}
      {open === 'assign' && <AssignDialog incident={incident} onClose={close} />}
      {open === 'resolve' && <ResolveDialog incident={incident} onClose={close} />}
      {open === 'reopen' && <ReopenDialog incident={incident} onClose={close} />}
    </>
  )
}
