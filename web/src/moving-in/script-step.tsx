import { useState } from 'react'
import type { DataOf } from '../../../contract/client.ts'
import { save } from '../actions/download.ts'
import { runAction } from '../actions/run-action.tsx'
import { useAction, useList } from '../api/query.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { confirm } from '../ui/dialog/confirm.tsx'
import { RelativeTime } from '../ui/format/relative-time.tsx'
import { IconArrowRight, IconDownload, IconFileText } from '../ui/icons.ts'
import { Notice } from '../ui/notice.tsx'
import { EmptyState, ErrorState, Loading } from '../ui/states.tsx'
import { Commands } from './commands.tsx'
import { movingInTexts } from './moving-in-texts.ts'

export function ScriptStep() {
  const create = useAction('create-export-script')
  const [created, setCreated] = useState<DataOf<'create-export-script'> | null>(null)
  const download = () =>
    create.mutate(
      {},
      {
        onSuccess: (script) => {
          save(new Blob([script.content], { type: 'application/x-php' }), script.filename)
          setCreated(script)
        },
      },
    )
  return (
    <div className="stack">
      <div className="grid-2">
        <Card title={movingInTexts.getScript}>
          <div className="stack">
            <p>{movingInTexts.scriptPurpose}</p>
            {create.error && <Notice tone="bad">{create.error.message}</Notice>}
            {created && (
              <Notice tone="good">
                {movingInTexts.scriptSaved({
                  file: created.filename,
                  time: () => <RelativeTime at={created.expires_at} />,
                })}
                <div className="soft small">{movingInTexts.fingerprint}</div>
                <code className="fingerprint">{created.fingerprint}</code>
              </Notice>
            )}
            <div className="line">
              <Button
                tone={created ? 'plain' : 'primary'}
                icon={IconDownload}
                busy={create.isPending}
                onClick={download}
              >
                {movingInTexts.createScript}
              </Button>
              {created && (
                <LinkButton to="/move-in/$step" params={{ step: 'upload' }} tone="primary" icon={IconArrowRight}>
                  {movingInTexts.nextUpload}
                </LinkButton>
              )}
            </div>
          </div>
        </Card>
        <Card title={movingInTexts.howToRun}>
          <div className="stack">
            <p>{movingInTexts.withWpCli}</p>
            <Commands label={movingInTexts.withWpCli}>{movingInTexts.wpCliCommand}</Commands>
            <p>{movingInTexts.asPlugin({ code: (text) => <code>{text}</code> })}</p>
            <p>{movingInTexts.fingerprintHint}</p>
            <p>{movingInTexts.afterwards}</p>
          </div>
        </Card>
      </div>
      <Scripts />
    </div>
  )
}

function Scripts() {
  const { data, error, refetch } = useList('list-export-scripts', {})
  const remove = async (script_id: string) => {
    const question = {
      title: movingInTexts.deleteScriptTitle,
      text: movingInTexts.deleteScriptConsequence,
      action: movingInTexts.deleteScript,
    }
    if (!(await confirm({ ...question, tone: 'danger' }))) return
    await runAction(
      'delete-export-script',
      { script_id, confirm: true },
      { doing: movingInTexts.deletingScript, done: movingInTexts.scriptDeleted },
    )
  }
  return (
    <Card title={movingInTexts.scripts}>
      {error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Loading lines={3} />
      ) : data.rows.length === 0 ? (
        <EmptyState icon={IconFileText} title={movingInTexts.noScripts}>
          {movingInTexts.noScriptsHint}
        </EmptyState>
      ) : (
        <ul className="rows">
          {data.rows.map(({ script_id, fingerprint, created_by, created_at, expires_at }) => (
            <li key={script_id} className="apart">
              <div>
                <b>{movingInTexts.scriptNamed({ id: script_id })}</b>
                <div className="soft small">
                  {movingInTexts.scriptDates({
                    user: created_by,
                    created: () => <RelativeTime at={created_at} />,
                    expires: () => <RelativeTime at={expires_at} />,
                  })}
                </div>
                <code className="fingerprint small">{fingerprint}</code>
              </div>
              <Button
                small
                aria-label={movingInTexts.deleteScriptNamed({ id: script_id })}
                onClick={() => void remove(script_id)}
              >
                {movingInTexts.deleteScript}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
