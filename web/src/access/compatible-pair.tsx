import type { ReactNode } from 'react'
import { CopyOnce } from '../ui/copy-once.tsx'
import { keyTexts } from './key-texts.ts'

/** The pair of a new compatible key. It is shown once. */
export function CompatiblePair({ consumerKey, consumerSecret }: { consumerKey: string; consumerSecret: string }) {
  const code = (text: ReactNode) => <code>{text}</code>
  return (
    <section className="stack-tight" aria-label={keyTexts.pair}>
      <h3>{keyTexts.pair}</h3>
      <CopyOnce secret={consumerKey} what={keyTexts.consumerKey} named />
      <CopyOnce secret={consumerSecret} what={keyTexts.consumerSecret} named />
      <p className="soft">{keyTexts.howToSendPair({ host: window.location.host, code })}</p>
      <p className="soft">{keyTexts.pairInAddress({ code })}</p>
    </section>
  )
}
