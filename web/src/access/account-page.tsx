import { Suspense } from 'react'
import { lazyExtra } from '../api/lazy-extra.ts'
import { useAccount } from '../api/session.tsx'
import { Card, Facts } from '../ui/card.tsx'
import { RelativeTime } from '../ui/format/relative-time.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { uiTexts } from '../ui/ui-texts.ts'
import { accessTexts } from './access-texts.ts'
import { ApplicationPasswords } from './application-passwords.tsx'
import { OwnLanguage } from './own-language.tsx'
import { OwnPassword } from './own-password.tsx'
import { OwnSessions } from './own-sessions.tsx'
import { roleOptions } from './role-labels.ts'
import { SecondFactor } from './second-factor.tsx'

// Nothing while single sign-on is off.
const OwnIdentity = lazyExtra(async () => ({
  default: (await import('./single-sign-on/own-identity.tsx')).OwnIdentity,
}))

export default function AccountPage() {
  const { user, role } = useAccount()
  const roleLabels = roleOptions.find(({ value }) => value === role)
  return (
    <>
      <PageHeader title={accessTexts.myAccount}>{user?.name || user?.login}</PageHeader>
      <div className="grid-2">
        <div className="stack">
          <Card title={accessTexts.you}>
            <Facts
              facts={[
                [accessTexts.userName, user?.login],
                [accessTexts.roleName, user?.name],
                [uiTexts.email, user?.email],
                [accessTexts.role, roleLabels?.label ?? role],
                [accessTexts.youMay, roleLabels?.may],
                [accessTexts.lastSignIn, <RelativeTime key="seen" at={user?.last_sign_in_at} />],
              ]}
            />
          </Card>
          <OwnLanguage />
          <SecondFactor />
          <OwnPassword />
          <Suspense>
            <OwnIdentity />
          </Suspense>
        </div>
        <div className="stack">
          <OwnSessions />
          <ApplicationPasswords />
        </div>
      </div>
    </>
  )
}
