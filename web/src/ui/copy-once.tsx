import { useRef, useState } from 'react'
import { Button } from './button.tsx'
import { copyText } from './copy-text.ts'
import { IconCheck, IconCopy } from './icons.ts'
import { Notice } from './notice.tsx'
import { uiTexts } from './ui-texts.ts'

/** A secret that is shown only once. `named`: one of several, so that its name is shown and said by its button. */
export function CopyOnce({ secret, what, named = false }: { secret: string; what: string; named?: boolean }) {
  const [copied, setCopied] = useState(false)
  const shown = useRef<HTMLElement>(null)
  const copy = async () => setCopied(await copyText(secret, shown.current!))
  return (
    <div className="stack-tight">
      {named ? <strong>{what}</strong> : <Notice tone="warn">{uiTexts.whatIsShownOnly({ what })}</Notice>}
      <div className="copy-once">
        <code ref={shown}>{secret}</code>
        <Button
          small
          icon={copied ? IconCheck : IconCopy}
          onClick={copy}
          aria-label={named ? uiTexts.copyWhat({ what }) : undefined}
        >
          {copied ? uiTexts.copied : uiTexts.copy}
        </Button>
      </div>
    </div>
  )
}
