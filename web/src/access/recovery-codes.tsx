import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { IconCheck, IconCopy } from '../ui/icons.ts'
import { Notice } from '../ui/notice.tsx'
import { factorTexts } from './factor-texts.ts'

/** Recovery codes, shown once. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(codes.join('\n'))
    setCopied(true)
  }
  return (
    <div className="stack-tight">
      <Notice tone="warn">{factorTexts.saveCodesHint}</Notice>
      <ul className="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div>
        <Button small icon={copied ? IconCheck : IconCopy} onClick={copy}>
          {copied ? factorTexts.copied : factorTexts.copyCodes}
        </Button>
      </div>
    </div>
  )
}
