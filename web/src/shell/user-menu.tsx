import { basePath } from '../api/request.ts'
import { useAccount, useSession } from '../api/session.tsx'
import { IconFileText, IconLogout, IconUser } from '../ui/icons.ts'
import { Menu } from '../ui/menu.tsx'
import { clearRecentEntries } from './recent-entries.ts'

export function UserMenu() {
  const { signOut } = useSession()
  const { user, role } = useAccount()
  const name = user?.name || user?.login || 'You'
  const leave = () => {
    if (user) clearRecentEntries(user.id)
    void signOut()
  }
  return (
    <Menu
      label={`Account of ${name}`}
      trigger={<span className="avatar" data-initials={name.slice(0, 2).toUpperCase()} />}
      entries={[
        { heading: `${name} · ${role}` },
        { label: 'My account', icon: IconUser, link: { to: '/account' } },
        { label: 'API documentation', icon: IconFileText, href: `${basePath}/api/docs` },
        'line',
        { label: 'Sign out', icon: IconLogout, onSelect: leave },
      ]}
    />
  )
}
