import { type ReactNode, useState } from 'react'
import { useAction } from '../api/query.ts'
import { Button } from '../ui/button.tsx'
import { Card, Facts } from '../ui/card.tsx'
import { confirm } from '../ui/dialog/confirm.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { Form } from '../ui/form/form.tsx'
import { RelativeTime } from '../ui/format/relative-time.tsx'
import { IconRefresh, IconTrash } from '../ui/icons.ts'
import { toast } from '../ui/toast.tsx'
import { SourceBadge, sourceLabels } from '../vulnerabilities/knowledge-notice.tsx'
import { readSource, SourceState, type State } from './source-state.tsx'
import { sourceTexts } from './source-texts.ts'
import type { SourceSettings } from './vulnerability-settings.tsx'

const keyPage = 'https://www.wordfence.com/products/wordfence-intelligence/'

/** The standard list with the user's own key, and its signed messages. Stored keys are never shown. */
export function WordfenceSource({ settings, state }: { settings: SourceSettings; state: State | undefined }) {
  const { has_wordfence_key, has_webhook_secret, wordfence_url, webhook_url } = settings
  const save = useAction('update-vulnerability-settings')
  const [key, setKey] = useState('')
  const [secret, setSecret] = useState('')
  const [url, setUrl] = useState(wordfence_url)
  const isMoved = url.trim() !== wordfence_url
  const submit = () =>
    save.mutate(
      {
        ...(key !== '' && { wordfence_key: key.trim() }),
        ...(secret !== '' && { webhook_secret: secret }),
        ...(isMoved && { wordfence_url: url.trim() }),
      },
      {
        onSuccess: () => {
          setKey('')
          setSecret('')
          toast(sourceTexts.saved, { tone: 'good' })
        },
      },
    )
  const remove = async (field: 'wordfence_key' | 'webhook_secret', title: string, text: string, done: string) => {
    if (!(await confirm({ title, text, action: sourceTexts.remove, tone: 'danger' }))) return
    save.mutate({ [field]: null }, { onSuccess: () => void toast(done, { tone: 'good' }) })
  }
  return (
    <Card title={sourceLabels.wordfence ?? ''} actions={state && <SourceBadge {...state} />}>
      <Form problem={save.error} fields={['wordfence_key', 'webhook_secret', 'wordfence_url']} onSubmit={submit}>
        <p className="soft">
          {sourceTexts.wordfenceHint({
            page: (text: ReactNode) => (
              <a href={keyPage} target="_blank" rel="noreferrer noopener">
                {text}
              </a>
            ),
          })}
        </p>
        <SourceState state={state} />
        <div className="grid-2">
          <TextField
            name="wordfence_key"
            label={sourceTexts.key}
            hint={
              isMoved && has_wordfence_key
                ? sourceTexts.keyMoved
                : has_wordfence_key
                  ? sourceTexts.keyStored
                  : sourceTexts.keyNone
            }
            type="password"
            autoComplete="off"
            value={key}
            onChange={setKey}
          />
          <TextField
            name="wordfence_url"
            label={sourceTexts.address}
            type="url"
            inputMode="url"
            autoComplete="off"
            value={url}
            onChange={setUrl}
          />
          <TextField
            name="webhook_secret"
            label={sourceTexts.secret}
            hint={has_webhook_secret ? sourceTexts.secretStored : sourceTexts.secretNone}
            type="password"
            autoComplete="off"
            value={secret}
            onChange={setSecret}
          />
          <Facts
            facts={[
              [sourceTexts.webhookAddress, webhook_url ?? sourceTexts.webhookUnknown],
              ...(has_webhook_secret ? ([['', describeMessages(state)]] as const) : []),
            ]}
          />
        </div>
        <div className="line">
          <Button type="submit" tone="primary" busy={save.isPending} disabled={key === '' && secret === '' && !isMoved}>
            {sourceTexts.save}
          </Button>
          {has_wordfence_key && (
            <Button icon={IconRefresh} onClick={() => void readSource('wordfence')}>
              {sourceTexts.readNow}
            </Button>
          )}
          {has_wordfence_key && (
            <Button
              icon={IconTrash}
              onClick={() =>
                void remove(
                  'wordfence_key',
                  sourceTexts.removeKeyTitle,
                  sourceTexts.removeKeyText,
                  sourceTexts.removedKey,
                )
              }
            >
              {sourceTexts.remove}
            </Button>
          )}
          {has_webhook_secret && (
            <Button
              icon={IconTrash}
              onClick={() =>
                void remove(
                  'webhook_secret',
                  sourceTexts.removeSecretTitle,
                  sourceTexts.removeSecretText,
                  sourceTexts.removedSecret,
                )
              }
            >
              {sourceTexts.removeSecret}
            </Button>
          )}
        </div>
      </Form>
    </Card>
  )
}

function describeMessages(state: State | undefined): ReactNode {
  const at = state?.webhook_at
  return at ? sourceTexts.webhookReceived({ time: () => <RelativeTime at={at} /> }) : sourceTexts.webhookNone
}
