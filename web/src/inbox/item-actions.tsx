import { useState } from 'react'
import { runAction } from '../actions/run-action.tsx'
import { call } from '../api/call.ts'
import { asProblem } from '../api/problem.ts'
import { queries } from '../api/query.ts'
import { useAccount, useCan } from '../api/session.tsx'
import { sentence } from '../texts/sentence.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { addDays, dayText, today } from '../ui/format/day.ts'
import { IconClock, IconDotsVertical, IconEye, IconUser } from '../ui/icons.ts'
import { Menu } from '../ui/menu.tsx'
import { toast } from '../ui/toast.tsx'
import { type InboxItem, linkTo } from './inbox-item.ts'
import { inboxTexts } from './inbox-texts.ts'
import { AssignDialog, SnoozeDialog, startOf } from './item-dialogs.tsx'

/** What buttons run. Named here, because the script of a page has the addresses of the operations that it names. */
const runnable = ['check-monitor', 'check-site-certificate', 'check-site-domain'] as const

/** The button of the item: opens a page, or runs an operation that needs no plan. */
export function ItemButton({ item: { title, path, button } }: { item: InboxItem }) {
  const can = useCan()
  const [busy, setBusy] = useState(false)
  const label = sentence(button.label)
  const operation = runnable.find((name) => name === button.operation)
  if (operation === undefined || !can(operation)) {
    return (
      <LinkButton small {...linkTo(button.path ?? path)}>
        {button.path === null ? inboxTexts.details : label}
      </LinkButton>
    )
  }
  const run = async () => {
    setBusy(true)
    const id = toast(inboxTexts.running({ label, title: sentence(title) }), { busy: true })
    try {
      // The service made the input for this operation.
      await call(operation, button.input as never)
      toast(inboxTexts.finished({ label }), { replaces: id })
    } catch (error) {
      toast(asProblem(error).message, { tone: 'bad', replaces: id })
    } finally {
      setBusy(false)
      void queries.invalidateQueries()
    }
  }
  return (
    <Button small busy={busy} onClick={() => void run()}>
      {label}
    </Button>
  )
}

export function ItemMenu({ item }: { item: InboxItem }) {
  const can = useCan()
  const { user } = useAccount()
  const [open, setOpen] = useState<'snooze' | 'assign' | null>(null)
  const { kind, item_id, title, assigned_to, snoozed_until } = item
  const snooze = (day: string) =>
    void runAction(
      'snooze-inbox-item',
      { kind, item_id, until: startOf(day) },
      { doing: inboxTexts.snoozing, done: inboxTexts.snoozedDone({ day: dayText(day) }) },
    )
  const unsnooze = () =>
    void runAction(
      'snooze-inbox-item',
      { kind, item_id, until: null },
      { doing: inboxTexts.snoozing, done: inboxTexts.shownAgain },
    )
  const assign = (login: string | null) =>
    void runAction(
      'assign-inbox-item',
      { kind, item_id, user: login },
      { doing: inboxTexts.assigning, done: inboxTexts.assignedDone },
    )
  const assigns = can('assign-inbox-item')
  return (
    <>
      <Menu
        className="button quiet square small"
        label={inboxTexts.more({ title: sentence(title) })}
        trigger={<IconDotsVertical size={17} aria-hidden />}
        entries={[
          snoozed_until === null
            ? { label: inboxTexts.snoozeDay, icon: IconClock, onSelect: () => snooze(addDays(today(), 1)) }
            : { label: inboxTexts.unsnooze, icon: IconEye, onSelect: unsnooze },
          snoozed_until === null && { label: inboxTexts.snoozeWeek, onSelect: () => snooze(addDays(today(), 7)) },
          { label: inboxTexts.snoozeDate, onSelect: () => setOpen('snooze') },
          assigns && 'line',
          assigns &&
            user !== null &&
            assigned_to !== user.login && {
              label: inboxTexts.assignToMe,
              icon: IconUser,
              onSelect: () => assign(user.login),
            },
          assigns && { label: inboxTexts.assignTo, onSelect: () => setOpen('assign') },
          assigns && assigned_to !== null && { label: inboxTexts.unassign, onSelect: () => assign(null) },
        ]}
      />
      {open === 'snooze' && <SnoozeDialog item={item} onClose={() => setOpen(null)} />}
      {open === 'assign' && <AssignDialog item={item} onClose={() => setOpen(null)} />}
    </>
  )
}
