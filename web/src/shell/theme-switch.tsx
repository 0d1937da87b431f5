import { useState } from 'react'
import { type Icon, IconMoon, IconSun, IconSunMoon } from '../ui/icons.ts'
import { Menu } from '../ui/menu.tsx'

type Theme = 'system' | 'light' | 'dark'

// theme.js reads it before the first paint.
const storageKey = 'flotilla.theme'
const themes: Record<Theme, { label: string; icon: Icon }> = {
  system: { label: 'As the system', icon: IconSunMoon },
  light: { label: 'Light', icon: IconSun },
  dark: { label: 'Dark', icon: IconMoon },
}

export function ThemeSwitch() {
  const [theme, setTheme] = useState<Theme>(() => (document.documentElement.dataset.theme as Theme) ?? 'system')
  const select = (next: Theme) => {
    setTheme(next)
    if (next === 'system') {
      localStorage.removeItem(storageKey)
      delete document.documentElement.dataset.theme
    } else {
      localStorage.setItem(storageKey, next)
      document.documentElement.dataset.theme = next
    }
  }
  const Glyph = themes[theme].icon
  return (
    <Menu
      label="Light or dark"
      trigger={<Glyph size={18} stroke={1.8} aria-hidden />}
      entries={(Object.keys(themes) as Theme[]).map((each) => ({ ...themes[each], onSelect: () => select(each) }))}
    />
  )
}
