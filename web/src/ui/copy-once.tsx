import { useState } from 'react'
import { Button } from './button.tsx'
import { IconCheck, IconCopy } from './icons.ts'
import { Notice } from './notice.tsx'

/** A secret that is shown only once. */
export function CopyOnce({ secret, what }: { secret: string; what: string }) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(secret)
    setCopied(true)
  }
  return (
    <div className="stack-tight">
      <Notice tone="warn">{what} is shown only now. Copy it to a safe place before you close this.</Notice>
      <div className="copy-once">
        <code>{secret}</code>
        <Button small icon={copied ? IconCheck : IconCopy} onClick={copy}>
          {copied ? 'Copied' : 'Copy'}
        </Button>
      </div>
    </div>
  )
}
