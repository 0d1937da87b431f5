import { useOperation } from '../../api/query.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { RelativeTime } from '../../ui/format/relative-time.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import type { Rule } from './notification-types.ts'
import { ruleTexts } from './rule-texts.ts'

const tones = { info: 'note', warning: 'warn', critical: 'bad' } as const

/** The messages that a rule would have sent in the last week. */
export function RulePreview({ rule, onClose }: { rule: Rule; onClose: () => void }) {
  const { id: _id, name: _name, channel_id: _channel, created_at: _created, muted_until: _muted, ...input } = rule
  const { data, error, refetch } = useOperation('preview-notification-rule', input)
  return (
    <Dialog
      title={ruleTexts.previewTitle}
      wide
      onClose={onClose}
      footer={<Button onClick={onClose}>{ruleTexts.close}</Button>}
    >
      {error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Loading lines={5} />
      ) : (
        <div className="stack">
          <p>
            {data.total === 0
              ? ruleTexts.previewNone
              : ruleTexts.previewTotal({ total: data.total, events: data.events_checked })}
          </p>
          {!data.complete && <Notice tone="warn">{ruleTexts.previewPart}</Notice>}
          <ul className="rows">
            {data.messages.map(({ at, title, severity, events, lines }, index) => (
              <li key={index} className="stack-tight">
                <span className="line">
                  <Badge tone={tones[severity]} dot>
                    {title}
                  </Badge>
                  <span className="soft small">
                    <RelativeTime at={at} /> · {ruleTexts.previewEvents({ count: events })}
                  </span>
                </span>
                {lines.slice(0, 2).map((line, position) => (
                  <span key={position} className="soft small">
                    {line}
                  </span>
                ))}
              </li>
            ))}
          </ul>
        </div>
      )}
    </Dialog>
  )
}
