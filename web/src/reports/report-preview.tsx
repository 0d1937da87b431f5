import { useState } from 'react'
import { downloadFrom } from '../actions/download.ts'
import { useOperation } from '../api/query.ts'
import { useCan } from '../api/session.tsx'
import { Button } from '../ui/button.tsx'
import type { Period } from '../ui/form/period-choice.tsx'
import { IconDownload, IconExternalLink, IconMail } from '../ui/icons.ts'
import { Notice } from '../ui/notice.tsx'
import { ErrorState, Loading } from '../ui/states.tsx'
import { EmailReportDialog } from './email-report-dialog.tsx'
import { ReportFigures } from './report-figures.tsx'
import { reportUrl, type Subject } from './report-url.ts'
import { reportsTexts } from './reports-texts.ts'

/** A view has no recipient: its sites may belong to several clients. */
const isMailable = ({ kind, segment }: Subject) => segment === undefined && kind !== 'view'

export function ReportPreview({ subject, name, period }: { subject: Subject; name: string; period: Period }) {
  const can = useCan()
  const [mailing, setMailing] = useState(false)
  const { kind, id } = subject
  // The figures are loaded first: they show whether there is a report.
  const ofClient = useOperation(
    'get-client-report',
    { client_id_or_email: id, ...period },
    { enabled: kind === 'client' },
  )
  const ofSite = useOperation('get-site-report', { site_id_or_domain: id, ...period }, { enabled: kind === 'site' })
  const ofView = useOperation('get-view-report', { view_id: id, ...period }, { enabled: kind === 'view' })
  const { data, error, refetch } = { client: ofClient, site: ofSite, view: ofView }[kind]
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <Loading lines={8} />
  const page = reportUrl(subject, period, 'html')
  const save = (format: 'pdf' | 'csv') =>
    void downloadFrom(
      reportUrl(subject, period, format),
      reportsTexts.makingTheTouppercase({ toUpperCase: format.toUpperCase() }),
    )
  return (
    <>
      {subject.segment === undefined && <ReportFigures totals={data.totals} />}
      {data.sites_left_out > 0 && (
        <Notice tone="warn">
          {reportsTexts.theReportCoversThe({ count: data.sites.length, sitesleftout: data.sites_left_out })}
        </Notice>
      )}
      <section className="card" aria-label={reportsTexts.previewOfTheReport}>
        <div className="card-head">
          <h2>{reportsTexts.preview}</h2>
          <span className="line">
            <a className="button" href={page} target="_blank" rel="noreferrer">
              {reportsTexts.openAndPrint({
                iconExternalLink: () => <IconExternalLink size={17} stroke={1.8} aria-hidden />,
              })}
            </a>
            <Button icon={IconDownload} onClick={() => save('csv')}>
              {reportsTexts.csv}
            </Button>
            <Button icon={IconDownload} onClick={() => save('pdf')}>
              {reportsTexts.pdf}
            </Button>
            {isMailable(subject) && can(kind === 'client' ? 'email-client-report' : 'email-site-report') && (
              <Button icon={IconMail} tone="primary" onClick={() => setMailing(true)}>
                {reportsTexts.sendByEMail}
              </Button>
            )}
          </span>
        </div>
        {/* A static page of the service with its own content security policy. */}
        <iframe
          key={`${page} ${data.made_at}`}
          className="report-frame"
          title={reportsTexts.reportAboutName({ name })}
          src={page}
          sandbox="allow-popups"
        />
      </section>
      {mailing && <EmailReportDialog subject={subject} name={name} period={period} onClose={() => setMailing(false)} />}
    </>
  )
}
