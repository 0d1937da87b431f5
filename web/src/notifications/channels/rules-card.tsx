import { useState } from 'react'
import { PlanDialog } from '../../actions/plan-dialog.tsx'
import { runAction } from '../../actions/run-action.tsx'
import { useList } from '../../api/query.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { RelativeTime } from '../../ui/format/relative-time.tsx'
import { IconDotsVertical, IconListCheck, IconPlus } from '../../ui/icons.ts'
import { Menu } from '../../ui/menu.tsx'
import { EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import { isMuted, muteEnd } from './mute.ts'
import type { Channel, Rule } from './notification-types.ts'
import { RuleDialog } from './rule-dialog.tsx'
import { RulePreview } from './rule-preview.tsx'
import { ruleTexts } from './rule-texts.ts'

export function RulesCard({ channels }: { channels: readonly Channel[] }) {
  const { data, error, refetch } = useList('list-notification-rules', {})
  const [open, setOpen] = useState<{ rule: Rule | null; what: 'edit' | 'delete' | 'preview' } | null>(null)
  const close = () => setOpen(null)
  return (
    <Card
      title={ruleTexts.title}
      actions={
        <Button small icon={IconPlus} onClick={() => setOpen({ rule: null, what: 'edit' })}>
          {ruleTexts.add}
        </Button>
      }
    >
      {error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Loading lines={3} />
      ) : data.rows.length === 0 ? (
        <EmptyState icon={IconListCheck} title={ruleTexts.none}>
          {ruleTexts.noneHint}
        </EmptyState>
      ) : (
        <ul className="rows">
          {data.rows.map((rule) => (
            <RuleRow key={rule.id} rule={rule} channels={channels} onOpen={(what) => setOpen({ rule, what })} />
          ))}
        </ul>
      )}
      {open?.what === 'edit' && <RuleDialog rule={open.rule} channels={channels} onClose={close} />}
      {open?.what === 'preview' && open.rule && <RulePreview rule={open.rule} onClose={close} />}
      {open?.what === 'delete' && open.rule && (
        <PlanDialog
          operation="delete-notification-rule"
          input={{ id: open.rule.id }}
          title={ruleTexts.deleteTitle({ name: open.rule.name })}
          action={ruleTexts.delete}
          doing={ruleTexts.deleting}
          done={ruleTexts.deleted}
          danger
          onClose={close}
        />
      )}
    </Card>
  )
}

function RuleRow({
  rule,
  channels,
  onOpen,
}: {
  rule: Rule
  channels: readonly Channel[]
  onOpen: (what: 'edit' | 'delete' | 'preview') => void
}) {
  const { id, name, active, muted_until } = rule
  const muted = isMuted(muted_until)
  const change = (changes: { active?: boolean; muted_until?: string | null }, done: string) =>
    void runAction('update-notification-rule', { id, ...changes }, { doing: ruleTexts.changing, done })
  return (
    <li className="apart">
      <div className="stack-tight">
        <span className="line">
          <strong>{name}</strong>
          <Badge tone={active ? (muted ? 'warn' : 'good') : 'still'}>
            {active
              ? muted
                ? ruleTexts.muted({ time: () => <RelativeTime at={muted_until} /> })
                : ruleTexts.on
              : ruleTexts.off}
          </Badge>
        </span>
        <span className="soft small">{describeRule(rule, channels)}</span>
      </div>
      <span className="line">
        <Button small onClick={() => onOpen('preview')}>
          {ruleTexts.preview}
        </Button>
        <Button small onClick={() => onOpen('edit')}>
          {ruleTexts.edit}
        </Button>
        <Menu
          label={ruleTexts.more({ name })}
          trigger={<IconDotsVertical size={18} aria-hidden />}
          entries={[
            muted
              ? {
                  label: ruleTexts.unmute,
                  onSelect: () => change({ muted_until: null }, ruleTexts.unmuteDone({ name })),
                }
              : {
                  label: ruleTexts.mute,
                  onSelect: () => change({ muted_until: muteEnd() }, ruleTexts.muteDone({ name })),
                },
            active
              ? {
                  label: ruleTexts.switchOff,
                  onSelect: () => change({ active: false }, ruleTexts.switchedOff({ name })),
                }
              : { label: ruleTexts.switchOn, onSelect: () => change({ active: true }, ruleTexts.switchedOn({ name })) },
            { label: ruleTexts.delete, danger: true, onSelect: () => onOpen('delete') },
          ]}
        />
      </span>
    </li>
  )
}

/** `To Slack · 10 types of events · after 3 min · quiet 22:00–07:00`. */
function describeRule(rule: Rule, channels: readonly Channel[]): string {
  const nameOf = (id: number | null) => channels.find((channel) => channel.id === id)?.name ?? ''
  const { types, min_severity, delay_minutes, digest, quiet_hours, hours } = rule
  const { escalation_channel_id, escalation_minutes } = rule
  return [
    ruleTexts.toChannel({ channel: nameOf(rule.channel_id) }),
    types.length === 0 ? ruleTexts.anyEvent : ruleTexts.eventCount({ count: types.length }),
    min_severity === 'warning' && ruleTexts.warning,
    min_severity === 'critical' && ruleTexts.critical,
    delay_minutes > 0 && ruleTexts.delayShown({ minutes: delay_minutes }),
    digest === 'hourly' && ruleTexts.hourly,
    digest === 'daily' && ruleTexts.daily,
    quiet_hours && ruleTexts.quietShown({ from: quiet_hours.from, to: quiet_hours.to }),
    hours && ruleTexts.hoursShown({ from: hours.from, to: hours.to }),
    escalation_channel_id !== null &&
      ruleTexts.escalationShown({ channel: nameOf(escalation_channel_id), minutes: escalation_minutes ?? 0 }),
  ]
    .filter(Boolean)
    .join(' · ')
}
