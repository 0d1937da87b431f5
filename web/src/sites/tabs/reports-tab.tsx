import { addresses } from 'virtual:operations'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { download } from '../../actions/download.ts'
import { runAction } from '../../actions/run-action.tsx'
import { useOperation } from '../../api/query.ts'
import { requestFor } from '../../api/request.ts'
import { Can } from '../../api/session.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { confirm } from '../../ui/dialog/confirm.tsx'
import { FilterSelect } from '../../ui/form/filter-select.tsx'
import { dayText, monthEnd, monthStart, monthText, today } from '../../ui/format/day.ts'
import { IconDownload, IconEye, IconFileText } from '../../ui/icons.ts'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { nameOf } from '../site-labels.ts'
import type { SiteTab } from '../site-tab.ts'

const months = 12

const figures: readonly (readonly [name: string, label: string, unit?: string])[] = [
  ['updates', 'Updates installed'],
  ['plugin_updates', 'of plugins'],
  ['theme_updates', 'of themes'],
  ['wordpress_updates', 'of WordPress'],
  ['uptime', 'Uptime', ' %'],
  ['incidents', 'Incidents'],
  ['downtime_minutes', 'Minutes down'],
  ['response_avg_ms', 'Average answer', ' ms'],
  ['backups', 'Backups'],
  ['vulnerabilities', 'Known holes'],
  ['abandoned', 'Abandoned plugins'],
  ['pending_updates', 'Updates still waiting'],
  ['hours', 'Hours worked'],
]

export default function ReportsTab({ site, row }: SiteTab) {
  const { month = monthStart(today()) } = useSearch({ strict: false }) as { month?: string }
  const navigate = useNavigate()
  const period = { start_date: month, end_date: monthEnd(month) }
  const input = { site_id_or_domain: site.id, ...period }
  const { data, error, refetch } = useOperation('get-site-report', input)
  const previewUrl = requestFor(addresses['get-site-report'], { ...input, format: 'html' }).url
  const send = async () => {
    const to = row?.client?.name ?? 'the client'
    const text = `The report of ${monthText(month)} goes to ${to} as a PDF.`
    if (!(await confirm({ title: 'Send the report?', text, action: 'Send' }))) return
    await runAction('email-site-report', input, { doing: 'Making and sending the report', done: 'The report is sent' })
  }
  return (
    <>
      <div className="line site-report">
        <FilterSelect
          label="Month"
          value={month}
          options={Array.from({ length: months }, (_, ago) => monthStart(today(), -ago)).map((value) => ({
            value,
            label: monthText(value),
          }))}
          onChange={(value) =>
            void navigate({
              to: '/sites/$siteId/$tab',
              params: { siteId: String(site.id), tab: 'reports' },
              search: { month: value },
            })
          }
        />
        <a className="button" href={previewUrl} target="_blank" rel="noreferrer">
          <IconEye size={17} aria-hidden />
          Preview
        </a>
        <Button
          icon={IconDownload}
          onClick={() => void download('get-site-report', { ...input, format: 'pdf' }, 'Making the PDF')}
        >
          PDF
        </Button>
        <Button
          icon={IconFileText}
          onClick={() => void download('get-site-report', { ...input, format: 'csv' }, 'Making the table')}
        >
          CSV
        </Button>
        {row?.client && (
          <Can operation="email-site-report">
            <Button onClick={() => void send()}>Send to the client</Button>
          </Can>
        )}
      </div>
      {error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Loading />
      ) : (
        <Card title={`${nameOf(site)}, ${dayText(data.period.start_date)} to ${dayText(data.period.end_date)}`}>
          <div className="site-figures">
            {figures.flatMap(([name, label, unit = '']) => {
              const value = data.totals[name]
              return typeof value === 'number' ? (
                <div key={name}>
                  <b>
                    {value.toLocaleString()}
                    {unit}
                  </b>
                  <span className="soft small">{label}</span>
                </div>
              ) : (
                []
              )
            })}
          </div>
        </Card>
      )}
      <p className="soft">
        Reports of whole clients, their look and when they go out: <Link to="/reports">Reports</Link>
      </p>
    </>
  )
}
