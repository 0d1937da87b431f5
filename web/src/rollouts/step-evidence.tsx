import { sentence } from '../texts/sentence.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { UpdateWatch } from '../updates/update-watch.tsx'
import { gateLabels, guardStates } from './rollout-labels.ts'
import type { Step } from './rollout-steps.tsx'
import { rolloutTexts } from './rollout-texts.ts'
import { ScreenshotSlider } from './screenshot-slider.tsx'

type Evidence = NonNullable<Step['evidence']>
type PageCheck = Evidence['after'][number]

const adminPath = '/wp-admin/admin-ajax.php'
interface PageName {
  path: string
  kind?: string | undefined
}
const isSamePage = (one: PageName, other: PageName) => one.path === other.path && one.kind === other.kind

const nameOfPage = ({ path, kind }: PageName) => {
  if (kind === 'phone') return rolloutTexts.gatePhone
  return path === '' ? rolloutTexts.homepage : path === adminPath ? rolloutTexts.admin : path
}
/** Checks of the site as a whole have no page. */
const ofSite = ['connector', 'item']

const describePage = (check: PageCheck | undefined) => {
  if (!check) return rolloutTexts.notChecked
  if (check.http_status === 0) return rolloutTexts.noAnswer
  return rolloutTexts.pageResult({
    status: String(check.http_status),
    time: check.response_time_ms,
    bytes: check.bytes ?? -1,
  })
}

/** What was checked on a site before and after its updates. */
export function StepEvidence({ step, onClose }: { step: Step; onClose: () => void }) {
  const { evidence, message } = step
  const title = rolloutTexts.checksOf({ site: step.site_name || step.site_url })
  return (
    <Dialog wide title={title} onClose={onClose} footer={<Button onClick={onClose}>{rolloutTexts.close}</Button>}>
      {evidence ? (
        <div className="stack">
          {message && <p>{sentence(message)}</p>}
          <EvidenceDetails evidence={evidence} isRolledBack={step.state === 'rolled_back'} />
        </div>
      ) : (
        <p>{rolloutTexts.noEvidence}</p>
      )}
    </Dialog>
  )
}

/** Pictures, pages, checks and guards of one run on one site. After a rollback, the pages and checks are those of the old version. */
export function EvidenceDetails({ evidence, isRolledBack }: { evidence: Evidence; isRolledBack: boolean }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="stack" aria-label={rolloutTexts.checks} tabIndex={0}>
      <UpdateWatch watched={evidence} message={evidence.watch_message} />
      <ScreenshotSlider screenshots={evidence.screenshots} />
      {isRolledBack && evidence.gates.length > 0 && <p>{rolloutTexts.checkedAfterRollback}</p>}
      <Pages evidence={evidence} afterTitle={isRolledBack ? rolloutTexts.afterRollback : rolloutTexts.after} />
      <Gates evidence={evidence} />
      <Guards evidence={evidence} />
    </section>
  )
}

function Pages({ evidence: { before, after }, afterTitle }: { evidence: Evidence; afterTitle: string }) {
  const pages = before.filter((page, index) => before.findIndex((other) => isSamePage(page, other)) === index)
  if (pages.length === 0) return null
  return (
    <table className="table stays small">
      <thead>
        <tr>
          <th scope="col">{rolloutTexts.page}</th>
          <th scope="col">{rolloutTexts.before}</th>
          <th scope="col">{afterTitle}</th>
        </tr>
      </thead>
      <tbody>
        {pages.map((page) => (
          <tr key={`${page.kind} ${page.path}`}>
            <th scope="row">{nameOfPage(page)}</th>
            <td>{describePage(before.findLast((check) => isSamePage(check, page)))}</td>
            <td>{describePage(after.find((check) => isSamePage(check, page)))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const modes = { block: rolloutTexts.blocks, warn: rolloutTexts.warns, off: rolloutTexts.notHere } as const

const results = {
  passed: ['good', rolloutTexts.passed],
  failed: ['bad', rolloutTexts.failed],
  not_checked: ['still', rolloutTexts.notChecked],
} as const

function Gates({ evidence: { gates } }: { evidence: Evidence }) {
  if (gates.length === 0) return null
  return (
    <table className="table stays small">
      <thead>
        <tr>
          <th scope="col">{rolloutTexts.gate}</th>
          <th scope="col">{rolloutTexts.page}</th>
          <th scope="col">{rolloutTexts.result}</th>
          <th scope="col">{rolloutTexts.message}</th>
        </tr>
      </thead>
      <tbody>
        {gates.map(({ gate, path, kind, mode, result, message }) => (
          <tr key={`${gate} ${kind} ${path}`}>
            <th scope="row">
              {gateLabels[gate] ?? gate}
              <div className="soft">{modes[mode]}</div>
            </th>
            <td>{ofSite.includes(gate) ? '' : nameOfPage({ path, kind })}</td>
            <td>
              <Badge tone={results[result][0]}>{results[result][1]}</Badge>
            </td>
            <td>{sentence(message)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Guards({ evidence: { guard } }: { evidence: Evidence }) {
  return (
    <div className="stack-tight">
      <strong>{rolloutTexts.guard}</strong>
      {guard.length === 0 && <span className="soft">{rolloutTexts.noGuard}</span>}
      {guard.map(({ type, slug, state, message, culprit }) => {
        const [tone, label] = guardStates[state] ?? ['still', state]
        return (
          <div key={`${type} ${slug}`} className="stack-tight small">
            <span className="line">
              <Badge tone={tone}>{label}</Badge>
              <span>{slug}</span>
            </span>
            {message && <span>{sentence(message)}</span>}
            {culprit && <code className="cut">{rolloutTexts.culprit({ file: culprit.file, line: culprit.line })}</code>}
          </div>
        )
      })}
    </div>
  )
}
