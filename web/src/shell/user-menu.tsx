import { accessTexts } from '../access/access-texts.ts'
import { basePath } from '../api/request.ts'
import { useAccount, useSession } from '../api/session.tsx'
import { IconFileText, IconLogout, IconUser } from '../ui/icons.ts'
import { Menu } from '../ui/menu.tsx'
import { clearRecentEntries } from './recent-entries.ts'
import { shellTexts } from './shell-texts.ts'

const roles = {
  administrator: accessTexts.administrator,
  manager: accessTexts.manager,
  viewer: accessTexts.viewer,
  custom: accessTexts.customRole,
}

export function UserMenu() {
  const { signOut } = useSession()
  const { user, role } = useAccount()
  const name = user?.name || user?.login || shellTexts.you
  const leave = () => {
    if (user) clearRecentEntries(user.id)
    void signOut()
  }
  return (
    <Menu
      label={shellTexts.accountOfName({ name })}
      trigger={<span className="avatar" data-initials={name.slice(0, 2).toUpperCase()} />}
      entries={[
        { heading: `${name} · ${roles[role]}` },
        { label: shellTexts.myAccount, icon: IconUser, link: { to: '/account' } },
        { label: shellTexts.help, icon: IconFileText, link: { to: '/docs' } },
        { label: shellTexts.apiDocumentation, icon: IconFileText, href: `${basePath}/api/docs` },
        'line',
        { label: shellTexts.signOut, icon: IconLogout, onSelect: leave },
      ]}
    />
  )
}
