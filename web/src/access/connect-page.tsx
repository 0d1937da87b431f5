import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { DataOf } from '../../../contract/client.ts'
import { call } from '../api/call.ts'
import type { Problem } from '../api/problem.ts'
import { useAction } from '../api/query.ts'
import { Button } from '../ui/button.tsx'
import { Card, Facts } from '../ui/card.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { Form } from '../ui/form/form.tsx'
import { RelativeTime } from '../ui/format/relative-time.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { connectTexts } from './connect-texts.ts'
import { scopeLabel } from './role-labels.ts'

/** A person types the code of a program (flotilla login), sees what asks, and gives it a key. */
export default function ConnectPage() {
  const [code, setCode] = useState('')
  const found = useMutation<DataOf<'get-key-login'>, Problem>({ mutationFn: () => call('get-key-login', { code }) })
  const confirm = useAction('confirm-key-login')
  return (
    <>
      <PageHeader title={connectTexts.title}>{connectTexts.introduction}</PageHeader>
      <Card>
        {confirm.data ? (
          <Notice tone="good">{connectTexts.confirmed({ name: confirm.data.name })}</Notice>
        ) : found.data ? (
          <Asking
            asking={found.data}
            problem={confirm.error}
            busy={confirm.isPending}
            onConfirm={() => confirm.mutate({ code })}
            onCancel={() => {
              found.reset()
              confirm.reset()
            }}
          />
        ) : (
          <Form problem={found.error} onSubmit={() => found.mutate()} fields={['code']}>
            <TextField
              name="code"
              label={connectTexts.code}
              hint={connectTexts.codeHint}
              autoComplete="off"
              value={code}
              onChange={setCode}
            />
            <Button tone="primary" busy={found.isPending} onClick={() => found.mutate()}>
              {connectTexts.show}
            </Button>
          </Form>
        )}
      </Card>
    </>
  )
}

interface AskingProps {
  asking: DataOf<'get-key-login'>
  problem: Problem | null
  busy: boolean
  onConfirm: () => void
  onCancel: () => void
}

function Asking({ asking, problem, busy, onConfirm, onCancel }: AskingProps) {
  const { name, address, scopes, key_expires_at } = asking
  return (
    <div className="stack">
      <h2>{connectTexts.asks}</h2>
      <Facts
        facts={[
          [connectTexts.name, name],
          [connectTexts.address, address ?? connectTexts.unknownAddress],
          [connectTexts.scopes, scopes.map(scopeLabel).join(', ')],
          [connectTexts.keyEnds, <RelativeTime key="end" at={key_expires_at} />],
        ]}
      />
      <Notice tone="warn">{connectTexts.warning}</Notice>
      {problem && <Notice tone="bad">{problem.message}</Notice>}
      <span className="line">
        <Button tone="primary" busy={busy} onClick={onConfirm}>
          {connectTexts.confirm}
        </Button>
        <Button onClick={onCancel}>{connectTexts.cancel}</Button>
      </span>
    </div>
  )
}
