import { useState } from 'react'
import { PlanDialog } from '../../actions/plan-dialog.tsx'
import { runAction } from '../../actions/run-action.tsx'
import { useList } from '../../api/query.ts'
import { sentence } from '../../texts/sentence.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { RelativeTime } from '../../ui/format/relative-time.tsx'
import { IconBell, IconDotsVertical, IconPlus } from '../../ui/icons.ts'
import { Menu } from '../../ui/menu.tsx'
import { EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import { ChannelDialog } from './channel-dialog.tsx'
import { serviceLabels } from './channel-fields.ts'
import { ChannelMessages } from './channel-messages.tsx'
import { channelTexts } from './channel-texts.ts'
import { isMuted, muteEnd } from './mute.ts'
import type { Channel } from './notification-types.ts'
import { RulesCard } from './rules-card.tsx'

/** Channels, their rules and the messages that were sent. */
export function ChannelsView() {
  const { data, error, refetch } = useList('list-notification-channels', {}, { every: 30_000 })
  const [open, setOpen] = useState<{ channel: Channel | null; what: 'edit' | 'delete' } | null>(null)
  const close = () => setOpen(null)
  const channels = data?.rows ?? []
  return (
    <div className="stack">
      <Card
        title={channelTexts.title}
        actions={
          <Button tone="primary" small icon={IconPlus} onClick={() => setOpen({ channel: null, what: 'edit' })}>
            {channelTexts.add}
          </Button>
        }
      >
        {error ? (
          <ErrorState error={error} retry={() => void refetch()} />
        ) : !data ? (
          <Loading lines={4} />
        ) : channels.length === 0 ? (
          <EmptyState icon={IconBell} title={channelTexts.none}>
            {channelTexts.noneHint}
          </EmptyState>
        ) : (
          <>
            <p className="soft">{channelTexts.introduction}</p>
            <ul className="rows">
              {channels.map((channel) => (
                <ChannelRow
                  key={channel.id}
                  channel={channel}
                  onEdit={() => setOpen({ channel, what: 'edit' })}
                  onDelete={() => setOpen({ channel, what: 'delete' })}
                />
              ))}
            </ul>
          </>
        )}
      </Card>
      {channels.length > 0 && (
        <>
          <RulesCard channels={channels} />
          <ChannelMessages />
        </>
      )}
      {open?.what === 'edit' && <ChannelDialog channel={open.channel} onClose={close} />}
      {open?.what === 'delete' && open.channel && (
        <PlanDialog
          operation="delete-notification-channel"
          input={{ id: open.channel.id }}
          title={channelTexts.deleteTitle({ name: open.channel.name })}
          action={channelTexts.delete}
          doing={channelTexts.deleting}
          done={channelTexts.deleted}
          danger
          onClose={close}
        />
      )}
    </div>
  )
}

function ChannelRow({ channel, onEdit, onDelete }: { channel: Channel; onEdit: () => void; onDelete: () => void }) {
  const { id, name, service, shown, active, muted_until } = channel
  const muted = isMuted(muted_until)
  const change = (changes: { active?: boolean; muted_until?: string | null }, done: string) =>
    void runAction('update-notification-channel', { id, ...changes }, { doing: channelTexts.switching, done })
  return (
    <li className="apart">
      <div className="stack-tight">
        <span className="line">
          <strong>{name}</strong>
          <StateBadge channel={channel} />
        </span>
        <span className="soft small">
          {[serviceLabels[service], shown].filter((text, index, all) => all.indexOf(text) === index).join(' · ')}
        </span>
        <ChannelState channel={channel} />
      </div>
      <span className="line">
        <Button
          small
          onClick={() =>
            void runAction(
              'test-notification-channel',
              { id },
              { doing: channelTexts.testing, done: channelTexts.tested({ name }) },
            )
          }
        >
          {channelTexts.test}
        </Button>
        <Button small onClick={onEdit}>
          {channelTexts.edit}
        </Button>
        <Menu
          label={channelTexts.more({ name })}
          trigger={<IconDotsVertical size={18} aria-hidden />}
          entries={[
            muted
              ? {
                  label: channelTexts.unmute,
                  onSelect: () => change({ muted_until: null }, channelTexts.unmuteDone({ name })),
                }
              : {
                  label: channelTexts.mute,
                  onSelect: () => change({ muted_until: muteEnd() }, channelTexts.muteDone({ name })),
                },
            active
              ? {
                  label: channelTexts.switchOff,
                  onSelect: () => change({ active: false }, channelTexts.switchedOff({ name })),
                }
              : {
                  label: channelTexts.switchOn,
                  onSelect: () => change({ active: true }, channelTexts.switchedOn({ name })),
                },
            { label: channelTexts.delete, danger: true, onSelect: onDelete },
          ]}
        />
      </span>
    </li>
  )
}

function StateBadge({ channel }: { channel: Channel }) {
  const { active, muted_until, has_owner, can_send, last_error } = channel
  if (!active) return <Badge tone="still">{channelTexts.off}</Badge>
  if (!has_owner || !can_send) return <Badge tone="bad">{channelTexts.silent}</Badge>
  if (isMuted(muted_until)) return <Badge tone="warn">{mutedUntil(muted_until)}</Badge>
  if (last_error !== null) return <Badge tone="bad">{channelTexts.failing}</Badge>
  return <Badge tone="good">{channelTexts.on}</Badge>
}

const mutedUntil = (at: string | null) => channelTexts.muted({ time: () => <RelativeTime at={at} /> })

function ChannelState({ channel }: { channel: Channel }) {
  const { has_owner, can_send, last_error, last_error_at, last_sent_at } = channel
  if (!has_owner) return <span className="small tone-bad">{channelTexts.noOwner}</span>
  if (!can_send) return <span className="small tone-bad">{channelTexts.noMailServer}</span>
  if (last_error !== null)
    return (
      <span className="small tone-bad">
        {channelTexts.lastError({ error: sentence(last_error), time: () => <RelativeTime at={last_error_at} /> })}
      </span>
    )
  return (
    <span className="soft small">
      {last_sent_at === null
        ? channelTexts.neverSent
        : channelTexts.lastSent({ time: () => <RelativeTime at={last_sent_at} /> })}
    </span>
  )
}
