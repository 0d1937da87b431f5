import { addresses } from 'virtual:operations'
import { useEffect, useState } from 'react'
import { useOperation } from '../../api/query.ts'
import { basePath, requestFor } from '../../api/request.ts'
import { sentence } from '../../texts/sentence.ts'
import { hostOf } from '../../ui/format/host-of.ts'
import { Notice } from '../../ui/notice.tsx'
import { SiteAvatar } from '../site-avatar.tsx'
import { addTexts } from './add-texts.ts'

const pauseMs = 800

/** The address when typing has stopped; null while it is not one. */
function useTypedAddress(text: string): string | null {
  const [typed, setTyped] = useState<string | null>(null)
  useEffect(() => {
    const address = URL.canParse(text) && /^https?:\/\/[^/]+\.[^/]/.test(text) ? text : null
    const timer = setTimeout(() => setTyped(address), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return typed
}

/** What visitors of the address see, so that a wrong address is noticed before the site is added. */
export function SitePreview({ url }: { url: string }) {
  const typed = useTypedAddress(url)
  const { data, error } = useOperation('preview-site', { url: typed ?? '' }, { enabled: typed !== null })
  const [without, setWithout] = useState<string | null>(null)
  if (typed === null || error || !data || !('title' in data)) return null
  if (data.reason !== null) return <Notice tone="warn">{addTexts.noPreview({ reason: sentence(data.reason) })}</Notice>
  const part = (name: string) => requestFor(addresses['preview-site'], { url: typed, part: name }).url
  const name = data.title ?? hostOf(data.url)
  return (
    <figure className="stack" aria-label={addTexts.preview}>
      <figcaption className="line">
        <SiteAvatar key={typed} site={{ name, url: data.url, icon_url: part('icon').slice(basePath.length) }} large />
        <span className="stack-tight">
          <strong>{name}</strong>
          <span className="soft small">{hostOf(data.url)}</span>
        </span>
      </figcaption>
      {data.can_show && without !== typed && (
        <img
          className="site-picture"
          src={part('screenshot')}
          alt={addTexts.screenshot}
          onError={() => setWithout(typed)}
        />
      )}
    </figure>
  )
}
