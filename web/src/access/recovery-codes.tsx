import { useRef, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { copyText } from '../ui/copy-text.ts'
import { IconCheck, IconCopy } from '../ui/icons.ts'
import { Notice } from '../ui/notice.tsx'
import { factorTexts } from './factor-texts.ts'

/** Recovery codes, shown once. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const [copied, setCopied] = useState(false)
  const shown = useRef<HTMLUListElement>(null)
  const copy = async () => setCopied(await copyText(codes.join('\n'), shown.current!))
  return (
    <div className="stack-tight">
      <Notice tone="warn">{factorTexts.saveCodesHint}</Notice>
      <ul ref={shown} className="recovery-codes">
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
