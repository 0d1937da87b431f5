import { HeaderTimer } from '../time-tracker/header-timer.tsx'
import { IconButton } from '../ui/button.tsx'
import { IconMenu2, IconSearch } from '../ui/icons.ts'
import { RunningJobs } from './running-jobs.tsx'
import { shellTexts } from './shell-texts.ts'
import { ThemeSwitch } from './theme-switch.tsx'
import { UserMenu } from './user-menu.tsx'

const isApple = /Mac|iPhone|iPad/.test(navigator.platform)

export function Topbar({ onSearch, onNavigate }: { onSearch: () => void; onNavigate: () => void }) {
  return (
    <header className="topbar">
      <span className="open-navigation">
        <IconButton icon={IconMenu2} label={shellTexts.openTheNavigation} onClick={onNavigate} />
      </span>
      <button type="button" className="find" onClick={onSearch}>
        <IconSearch size={17} aria-hidden />
        <span>{shellTexts.findASiteClient}</span>
        <kbd>{isApple ? '⌘ K' : shellTexts.ctrlK}</kbd>
      </button>
      <div className="end">
        <HeaderTimer />
        <RunningJobs />
        <ThemeSwitch />
        <UserMenu />
      </div>
    </header>
  )
}
