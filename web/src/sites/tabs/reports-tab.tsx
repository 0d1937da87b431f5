import { addresses } from 'virtual:operations'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { download } from '../../actions/download.ts'
import { runAction } from '../../actions/run-action.tsx'
import { useOperation } from '../../api/query.ts'
import { requestFor } from '../../api/request.ts'
import { Can } from '../../api/session.tsx'
import { reportTexts } from '../../reports/report-texts.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { confirm } from '../../ui/dialog/confirm.tsx'
import { FilterSelect } from '../../ui/form/filter-select.tsx'
import { dayText, monthEnd, monthStart, monthText, today } from '../../ui/format/day.ts'
import { formatNumber } from '../../ui/format/number.ts'
import { IconDownload, IconEye, IconFileText } from '../../ui/icons.ts'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { nameOf } from '../site-labels.ts'
import type { SiteTab } from '../site-tab.ts'
import { tabsTexts } from './tabs-texts.ts'

const months = 12

const figures: readonly (readonly [name: string, label: string, unit?: string])[] = [
  ['updates', tabsTexts.updatesInstalled],
  ['plugin_updates', tabsTexts.ofPlugins],
  ['theme_updates', tabsTexts.ofThemes],
  ['wordpress_updates', tabsTexts.ofWordpress],
  ['uptime', tabsTexts.uptime, ' %'],
  ['incidents', tabsTexts.incidents],
  ['downtime_minutes', tabsTexts.minutesDown],
  ['response_avg_ms', tabsTexts.averageAnswer, ' ms'],
  ['backups', tabsTexts.backups],
  ['vulnerabilities', tabsTexts.knownHoles],
  ['abandoned', tabsTexts.abandonedPlugins],
  ['pending_updates', tabsTexts.updatesStillWaiting],
  ['hours', tabsTexts.hoursWorked],
]

export default function ReportsTab({ site, row }: SiteTab) {
  const offered = Array.from({ length: months }, (_, ago) => monthStart(today(), -ago))
  const { month: wanted } = useSearch({ strict: false }) as { month?: string }
  // An address can have any text.
  const month = offered.find((each) => each === wanted) ?? monthStart(today())
  const navigate = useNavigate()
  const period = { start_date: month, end_date: monthEnd(month) }
  const input = { site_id_or_domain: site.id, ...period }
  const { data, error, refetch } = useOperation('get-site-report', input)
  const previewUrl = requestFor(addresses['get-site-report'], { ...input, format: 'html' }).url
  const send = async () => {
    const to = row?.client?.name ?? tabsTexts.theClient
    const text = tabsTexts.theReportOfMonth({ month: monthText(month), to })
    if (!(await confirm({ title: tabsTexts.sendTheReport, text, action: tabsTexts.send }))) return
    await runAction('email-site-report', input, {
      doing: tabsTexts.makingAndSendingThe,
      done: ({ to, rejected }) =>
        rejected.length === 0
          ? tabsTexts.theReportIsSent
          : reportTexts.sentInPart({ addresses: to.join(', '), refused: rejected.join(', ') }).replace(/\.$/, ''),
      tone: ({ rejected }) => (rejected.length === 0 ? 'good' : 'partial'),
    })
  }
  return (
    <>
      <div className="line site-report">
        <FilterSelect
          label={tabsTexts.month}
          value={month}
          options={offered.map((value) => ({ value, label: monthText(value) }))}
          onChange={(value) =>
            void navigate({
              to: '/sites/$siteId/$tab',
              params: { siteId: String(site.id), tab: 'reports' },
              search: { month: value },
            })
          }
        />
        <a className="button" href={previewUrl} target="_blank" rel="noreferrer">
          {tabsTexts.preview({ iconEye: () => <IconEye size={17} aria-hidden /> })}
        </a>
        <Button
          icon={IconDownload}
          onClick={() => void download('get-site-report', { ...input, format: 'pdf' }, tabsTexts.makingThePdf)}
        >
          {tabsTexts.pdf}
        </Button>
        <Button
          icon={IconFileText}
          onClick={() => void download('get-site-report', { ...input, format: 'csv' }, tabsTexts.makingTheTable)}
        >
          {tabsTexts.csv}
        </Button>
        {row?.client && (
          <Can operation="email-site-report">
            <Button onClick={() => void send()}>{tabsTexts.sendToTheClient}</Button>
          </Can>
        )}
      </div>
      {error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Loading />
      ) : (
        <Card
          title={tabsTexts.siteStartdateToEnddate({
            site: nameOf(site),
            startdate: dayText(data.period.start_date),
            enddate: dayText(data.period.end_date),
          })}
        >
          <div className="site-figures">
            {figures.flatMap(([name, label, unit = '']) => {
              const value = data.totals[name]
              return typeof value === 'number' ? (
                <div key={name}>
                  <b>
                    {formatNumber(value)}
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
      <p className="soft">{tabsTexts.reportsOfWholeClients({ link: (text) => <Link to="/reports">{text}</Link> })}</p>
    </>
  )
}
