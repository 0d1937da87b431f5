import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { saveResponse } from '../actions/download.ts'
import { callFile } from '../api/call.ts'
import type { Problem } from '../api/problem.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { TextArea } from '../ui/form/fields.tsx'
import { Form } from '../ui/form/form.tsx'
import { IconDownload } from '../ui/icons.ts'
import { Notice } from '../ui/notice.tsx'
import { Commands } from './commands.tsx'
import { movingInTexts } from './moving-in-texts.ts'

export function LeaveStep() {
  const [publicKey, setPublicKey] = useState('')
  const hasKey = publicKey.trim() !== ''
  const exporting = useMutation<string, Problem>({
    mutationFn: async () => saveResponse(await callFile('export-fleet', hasKey ? { public_key: publicKey } : {})),
  })
  return (
    <Card title={movingInTexts.leaveTitle}>
      <Form problem={exporting.error} fields={['public_key']} onSubmit={() => exporting.mutate()}>
        <p>{movingInTexts.leaveIntroduction}</p>
        <TextArea
          name="public_key"
          label={movingInTexts.publicKey}
          hint={movingInTexts.publicKeyHint}
          className="input mono"
          rows={6}
          spellCheck={false}
          placeholder={movingInTexts.publicKeyExample}
          value={publicKey}
          onChange={setPublicKey}
        />
        <p>{movingInTexts.makeKey}</p>
        <Commands label={movingInTexts.makeKey}>
          {`${movingInTexts.makePrivateKey}\n${movingInTexts.makePublicKey}`}
        </Commands>
        {exporting.data !== undefined && (
          <Notice tone="good">{movingInTexts.exported({ file: exporting.data })}</Notice>
        )}
        {exporting.isPending && <p aria-live="polite">{movingInTexts.exporting}</p>}
        <div>
          <Button type="submit" tone="primary" icon={IconDownload} busy={exporting.isPending}>
            {hasKey ? movingInTexts.exportWithKeys : movingInTexts.exportNow}
          </Button>
        </div>
        <p className="soft">{movingInTexts.leaveMail}</p>
        <p className="soft">{movingInTexts.leaveLarge({ code: (text) => <code>{text}</code> })}</p>
      </Form>
    </Card>
  )
}
