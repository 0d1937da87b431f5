import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Badge, type Tone } from '../ui/badge.tsx'
import { Card } from '../ui/card.tsx'
import { IconCircleCheck, IconInfoCircle } from '../ui/icons.ts'
import './overview.css'
import { formatNumber } from '../ui/format/number.ts'
import { overviewTexts } from './overview-texts.ts'

export type CardLink = Pick<LinkProps, 'to' | 'params' | 'search'>

/** A count, the first few items, and a link to all of them. */
export function BriefCard({
  title,
  total,
  tone = 'bad',
  all,
  allText,
  emptyText,
  unknown = null,
  emptyIsGood = true,
  note,
  children,
}: {
  title: string
  total: number
  /** Colour of the count when it is not 0. */
  tone?: Tone
  /** Link to the full list. */
  all: CardLink
  /** Shown instead of the count. */
  allText?: string
  /** Shown when there are no items. */
  emptyText: ReactNode
  /** What is not known: without items, they may only not have been found. */
  unknown?: string | null
  /** Whether that is good news; otherwise it has no green tick. */
  emptyIsGood?: boolean
  /** Shown below the items or the text. */
  note?: ReactNode
  children: ReactNode
}) {
  const isCertain = emptyIsGood && unknown === null
  return (
    <Card
      title={title}
      flush
      actions={
        total > 0 && (
          <Link {...all} className="brief-total" aria-label={`${title}: ${allText ?? formatNumber(total)}`}>
            {allText ?? <Badge tone={tone}>{formatNumber(total)}</Badge>}
          </Link>
        )
      }
    >
      {total === 0 ? (
        <p className={isCertain ? 'brief-empty' : 'brief-empty brief-uncertain'}>
          {isCertain ? <IconCircleCheck size={17} aria-hidden /> : <IconInfoCircle size={17} aria-hidden />}
          <span>
            {emptyText} {unknown}
          </span>
        </p>
      ) : (
        <>
          <ul className="brief">{children}</ul>
          {unknown !== null && <p className="brief-unknown soft small">{unknown}</p>}
        </>
      )}
      {note && <div className="brief-note small">{note}</div>}
    </Card>
  )
}

/** A line of the card: title, remark below, and a short value on the right. */
export function BriefItem({
  link,
  name,
  remark,
  end,
}: {
  link?: CardLink
  name: ReactNode
  remark?: ReactNode
  end?: ReactNode
}) {
  return (
    <li>
      <div>
        <div className="brief-text">
          {link ? (
            <Link {...link} className="row-name">
              {name}
            </Link>
          ) : (
            <span className="row-name">{name}</span>
          )}
        </div>
        {remark && <div className="soft small brief-text">{remark}</div>}
      </div>
      {end && <div className="brief-end">{end}</div>}
    </li>
  )
}

export const severityTone = { high: 'bad', medium: 'warn', low: 'still' } as const

/** A security issue. Its first sentence is the problem, the rest the remedy. */
export function IssueItem({ message, link, end }: { message: string; link?: CardLink; end: ReactNode }) {
  const [what = message, ...remedy] = message.split('. ')
  return <BriefItem {...(link && { link })} name={what.replace(/\.$/, '')} remark={remedy.join('. ')} end={end} />
}

/** Shown instead of the card of a module that is off. */
export function ModuleOffCard({ title, module }: { title: string; module: string }) {
  return (
    <Card title={title}>
      <p className="soft">
        {overviewTexts.theModuleModuleIs({ module, link: (text) => <Link to="/modules">{text}</Link> })}
      </p>
    </Card>
  )
}

export const siteLink = (siteId: number, tab?: string): CardLink =>
  tab === undefined
    ? { to: '/sites/$siteId', params: { siteId: String(siteId) } }
    : { to: '/sites/$siteId/$tab', params: { siteId: String(siteId), tab } }
