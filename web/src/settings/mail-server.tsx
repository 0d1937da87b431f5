import { useState } from 'react'
import { PlanDialog } from '../actions/plan-dialog.tsx'
import { useAction, useOperation } from '../api/query.ts'
import { useCan } from '../api/session.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { SelectField, TextField } from '../ui/form/fields.tsx'
import { Form } from '../ui/form/form.tsx'
import { IconMail, IconTrash } from '../ui/icons.ts'
import { Notice } from '../ui/notice.tsx'
import { ErrorState, Loading } from '../ui/states.tsx'
import { toast } from '../ui/toast.tsx'
import { mailServerTexts } from './mail-server-texts.ts'
import type { Server, ServerInput } from './mail-server-type.ts'
import { settingsTexts } from './settings-texts.ts'
import { TestMailServerDialog } from './test-mail-server-dialog.tsx'

export function MailServer() {
  const can = useCan()
  const { data, error, refetch } = useOperation('get-mail-server', {})
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <Loading lines={6} />
  if (!can('update-mail-server'))
    return (
      <Card title={mailServerTexts.title}>
        <div className="stack">
          <State server={data} />
          <p className="soft">{mailServerTexts.forAdministrators}</p>
        </div>
      </Card>
    )
  // The fields start again from the stored values after a removal.
  return <ServerFields key={`${data.host} ${data.has_password}`} server={data} />
}

function State({ server }: { server: Server }) {
  if (server.source === 'environment') return <Notice tone="warn">{mailServerTexts.environment}</Notice>
  if (server.source === null)
    return <Notice tone="warn">{server.host === '' ? mailServerTexts.notSetUp : server.problem}</Notice>
  return <Notice tone="good">{mailServerTexts.inUse({ host: server.host })}</Notice>
}

function ServerFields({ server }: { server: Server }) {
  const save = useAction('update-mail-server')
  const [values, setValues] = useState({
    host: server.host,
    tls: server.tls,
    user_name: server.user_name,
    sender: server.sender,
  })
  const [port, setPort] = useState(String(server.port))
  const [password, setPassword] = useState('')
  const [open, setOpen] = useState<'test' | 'remove' | null>(null)
  const set = (changes: Partial<typeof values>) => setValues((present) => ({ ...present, ...changes }))
  const input: ServerInput = { ...values, port: Number(port), ...(password !== '' && { password }) }
  const submit = () =>
    save.mutate(input, {
      onSuccess: () => {
        setPassword('')
        toast(mailServerTexts.saved, { tone: 'good' })
      },
    })
  return (
    <Card title={mailServerTexts.title}>
      <Form problem={save.error} onSubmit={submit} fields={['host', 'port', 'tls', 'user_name', 'password', 'sender']}>
        <p className="soft">{mailServerTexts.purpose}</p>
        <State server={server} />
        <div className="grid-3">
          <TextField
            name="host"
            label={mailServerTexts.host}
            hint={mailServerTexts.hostHint}
            autoComplete="off"
            value={values.host}
            onChange={(host) => set({ host })}
          />
          <TextField
            name="port"
            label={mailServerTexts.port}
            inputMode="numeric"
            autoComplete="off"
            value={port}
            onChange={setPort}
          />
          <SelectField
            name="tls"
            label={mailServerTexts.encryption}
            value={values.tls}
            options={[
              { value: 'starttls', label: mailServerTexts.starttls },
              { value: 'tls', label: mailServerTexts.tls },
              { value: 'none', label: mailServerTexts.none },
            ]}
            {...(values.tls === 'none' && { hint: mailServerTexts.noneHint })}
            onChange={(tls) => {
              // The select has these values only.
              set({ tls: tls as Server['tls'] })
              if (port === '465' || port === '587') setPort(tls === 'tls' ? '465' : '587')
            }}
          />
        </div>
        <div className="grid-2">
          <TextField
            name="user_name"
            label={mailServerTexts.userName}
            hint={mailServerTexts.userNameHint}
            autoComplete="off"
            value={values.user_name}
            onChange={(user_name) => set({ user_name })}
          />
          <TextField
            name="password"
            label={mailServerTexts.password}
            hint={server.has_password ? mailServerTexts.passwordStored : mailServerTexts.passwordNone}
            type="password"
            autoComplete="new-password"
            value={password}
            onChange={setPassword}
          />
        </div>
        <TextField
          name="sender"
          label={mailServerTexts.sender}
          hint={mailServerTexts.senderHint({ example: settingsTexts.northwindCareNorthwindExample })}
          autoComplete="off"
          value={values.sender}
          onChange={(sender) => set({ sender })}
        />
        <div className="line">
          <Button type="submit" tone="primary" busy={save.isPending}>
            {mailServerTexts.save}
          </Button>
          <Button icon={IconMail} onClick={() => setOpen('test')}>
            {mailServerTexts.test}
          </Button>
          {server.host !== '' && (
            <Button icon={IconTrash} onClick={() => setOpen('remove')}>
              {mailServerTexts.remove}
            </Button>
          )}
        </div>
      </Form>
      {open === 'test' && (
        // SMTP_URL is tested as it is.
        <TestMailServerDialog server={server.source === 'environment' ? {} : input} onClose={() => setOpen(null)} />
      )}
      {open === 'remove' && (
        <PlanDialog
          operation="delete-mail-server"
          input={{}}
          title={mailServerTexts.removeTitle}
          action={mailServerTexts.remove}
          doing={mailServerTexts.removing}
          done={mailServerTexts.removed}
          danger
          onClose={() => setOpen(null)}
        />
      )}
    </Card>
  )
}
