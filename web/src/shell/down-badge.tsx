import { useEffect } from 'react'
import { useAppShell } from '../api/app-shell.ts'
import { setSitesDown } from '../ui/document-title.ts'

/** The number of sites down in the title and in the icon of the tab. */
export default function DownBadge() {
  const { data } = useAppShell()
  const count = data?.sites_down ?? 0
  useEffect(() => {
    setSitesDown(count)
    const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]')
    if (!icon || count === 0) return
    const plain = icon.href
    icon.href = `data:image/svg+xml,${encodeURIComponent(drawCount(count > 99 ? '99+' : String(count)))}`
    return () => {
      icon.href = plain
      setSitesDown(0)
    }
  }, [count])
  return null
}

const drawCount = (
  text: string,
) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#c0241c"/>
<text x="16" y="23" font-family="sans-serif" font-weight="700" font-size="${text.length > 2 ? 14 : 20}" text-anchor="middle" fill="#fff">${text}</text></svg>`
