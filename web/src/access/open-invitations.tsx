import { runAction } from '../actions/run-action.tsx'
import type { RowOf } from '../api/call.ts'
import { useList } from '../api/query.ts'
import { useCan } from '../api/session.tsx'
import { Badge } from '../ui/badge.tsx'
import { Card } from '../ui/card.tsx'
import { confirm } from '../ui/dialog/confirm.tsx'
import { RelativeTime } from '../ui/format/relative-time.tsx'
import { IconDotsVertical, IconRefresh, IconTrash } from '../ui/icons.ts'
import { Menu } from '../ui/menu.tsx'
import { invitationTexts } from './invitation-texts.ts'
import { roleOptions } from './role-labels.ts'

type Invitation = RowOf<'list-invitations'>

/** The invitations that were not accepted yet; nothing if there are none. */
export function OpenInvitations() {
  const { data } = useList('list-invitations', {})
  if (!data || data.rows.length === 0) return null
  return (
    <Card title={invitationTexts.openInvitations}>
      <ul className="rows">
        {data.rows.map((invitation) => (
          <Row key={invitation.id} invitation={invitation} />
        ))}
      </ul>
    </Card>
  )
}

function Row({ invitation }: { invitation: Invitation }) {
  const { email, name, role, role_name, state, invited_by, expires_at } = invitation
  const isLimited = [invitation.site_ids, invitation.tag_ids, invitation.client_ids].some((ids) => ids !== null)
  const facts = {
    role: role_name ?? roleOptions.find(({ value }) => value === role)?.label ?? role,
    inviter: invited_by.name || invited_by.login,
    time: () => <RelativeTime at={expires_at} />,
  }
  return (
    <li className="apart">
      <div>
        <span className="row-name">{name === '' ? email : invitationTexts.nameAndEmail({ name, email })}</span>{' '}
        {state === 'open' && <Badge tone="good">{invitationTexts.stateOpen}</Badge>}
        {state === 'expired' && <Badge tone="warn">{invitationTexts.stateExpired}</Badge>}
        {state === 'void' && <Badge tone="bad">{invitationTexts.stateVoid}</Badge>}{' '}
        {isLimited && <Badge>{invitationTexts.limited}</Badge>}
        <div className="soft small">
          {state === 'open' && invitationTexts.validUntil(facts)}
          {state === 'expired' && invitationTexts.expiredAt(facts)}
          {state === 'void' && invitationTexts.stateVoidHint}
        </div>
      </div>
      <InvitationActions invitation={invitation} />
    </li>
  )
}

function InvitationActions({ invitation: { id, email } }: { invitation: Invitation }) {
  const can = useCan()
  const resend = () =>
    runAction('resend-invitation', { id }, { doing: invitationTexts.sending, done: invitationTexts.sentTo({ email }) })
  const withdraw = async () => {
    const title = invitationTexts.withdrawTitle({ email })
    const question = { title, text: invitationTexts.withdrawText, action: invitationTexts.withdraw }
    if (!(await confirm({ ...question, tone: 'danger' }))) return
    const done = invitationTexts.withdrawn({ email })
    await runAction('revoke-invitation', { id }, { doing: invitationTexts.withdrawing, done })
  }
  if (!can('revoke-invitation')) return null
  return (
    <Menu
      className="button quiet square small"
      label={invitationTexts.moreFor({ email })}
      trigger={<IconDotsVertical size={17} aria-hidden />}
      entries={[
        { label: invitationTexts.sendAgain, icon: IconRefresh, onSelect: () => void resend() },
        { label: invitationTexts.withdraw, icon: IconTrash, danger: true, onSelect: () => void withdraw() },
      ]}
    />
  )
}
