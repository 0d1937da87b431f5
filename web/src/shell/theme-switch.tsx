import { useSyncExternalStore } from 'react'
import { type Icon, IconMoon, IconSun, IconSunMoon } from '../ui/icons.ts'
import { Menu } from '../ui/menu.tsx'
import { currentTheme, setTheme, type Theme, themeEvent } from './theme.ts'

const themes: Record<Theme, { label: string; icon: Icon }> = {
  system: { label: 'As the system', icon: IconSunMoon },
  light: { label: 'Light', icon: IconSun },
  dark: { label: 'Dark', icon: IconMoon },
}

function subscribe(listener: () => void) {
  window.addEventListener(themeEvent, listener)
  return () => window.removeEventListener(themeEvent, listener)
}

export function ThemeSwitch() {
  const theme = useSyncExternalStore(subscribe, currentTheme)
  const Glyph = themes[theme].icon
  return (
    <Menu
      label="Light or dark"
      trigger={<Glyph size={18} stroke={1.8} aria-hidden />}
      entries={(Object.keys(themes) as Theme[]).map((each) => ({ ...themes[each], onSelect: () => setTheme(each) }))}
    />
  )
}
