import './factors.css'
import { lazy, Suspense, useState } from 'react'
import { useAction, useOperation } from '../api/query.ts'
import { useSession } from '../api/session.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { FormDialog } from '../ui/dialog/form-dialog.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { RelativeTime } from '../ui/format/relative-time.tsx'
import { Notice } from '../ui/notice.tsx'
import { ErrorState, Loading } from '../ui/states.tsx'
import { toast } from '../ui/toast.tsx'
import { factorTexts } from './factor-texts.ts'
import { Passkeys } from './passkeys.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

const TotpSetup = lazy(() => import('./totp-setup.tsx'))

type Open = 'set-up' | 'remove' | 'codes' | null

/** The second factors of the signed-in user. */
export function SecondFactor() {
  const { data, error, refetch } = useOperation('get-own-factors', {})
  const { refresh } = useSession()
  const [open, setOpen] = useState<Open>(null)
  const close = () => {
    setOpen(null)
    void refetch()
    void refresh()
  }
  return (
    <Card title={factorTexts.secondFactor}>
      {error && !data ? (
        <ErrorState error={error} />
      ) : !data ? (
        <Loading lines={3} />
      ) : (
        <div className="stack-tight">
          <p className="soft">{factorTexts.secondFactorIntroduction}</p>
          {data.required && !data.totp && data.passkeys.length === 0 && (
            <Notice tone="warn">
              {data.due_at === null
                ? factorTexts.required
                : factorTexts.requiredUntil({ time: () => <RelativeTime at={data.due_at} /> })}
            </Notice>
          )}
          <ul className="rows">
            <li className="apart">
              <div>
                {factorTexts.authenticatorApp} {data.totp && <Badge tone="good">{factorTexts.on}</Badge>}
                <div className="soft small">
                  {data.totp
                    ? factorTexts.setUpSince({
                        time: () => <RelativeTime at={data.totp?.confirmed_at} />,
                      })
                    : factorTexts.notSetUp}
                </div>
              </div>
              <Button small onClick={() => setOpen(data.totp ? 'remove' : 'set-up')}>
                {data.totp ? factorTexts.remove : factorTexts.setUp}
              </Button>
            </li>
            <Passkeys factors={data} onChange={() => void refetch()} />
            {(data.totp || data.passkeys.length > 0) && (
              <li className="apart">
                <div>
                  {factorTexts.recoveryCodes}
                  <div className="soft small">{factorTexts.recoveryCodesLeft({ count: data.recovery_codes })}</div>
                </div>
                <Button small onClick={() => setOpen('codes')}>
                  {factorTexts.newCodes}
                </Button>
              </li>
            )}
          </ul>
        </div>
      )}
      {open === 'set-up' && (
        <Dialog title={factorTexts.setUpApp} onClose={close}>
          <Suspense fallback={<Loading lines={3} />}>
            <TotpSetup onDone={close} />
          </Suspense>
        </Dialog>
      )}
      {open === 'remove' && <RemoveApp onClose={close} />}
      {open === 'codes' && <ReplaceCodes onClose={close} />}
    </Card>
  )
}

function CodeField({ code, setCode }: { code: string; setCode: (code: string) => void }) {
  return (
    <TextField
      name="code"
      label={factorTexts.code}
      hint={factorTexts.codeHint}
      autoComplete="one-time-code"
      autoFocus
      value={code}
      onChange={setCode}
    />
  )
}

function RemoveApp({ onClose }: { onClose: () => void }) {
  const remove = useAction('remove-totp')
  const [code, setCode] = useState('')
  const done = () => {
    toast(factorTexts.removed, { tone: 'good' })
    onClose()
  }
  return (
    <FormDialog
      title={factorTexts.removeApp}
      action={factorTexts.remove}
      busy={remove.isPending}
      problem={remove.error}
      fields={['code']}
      onSubmit={() => remove.mutate({ code, confirm: true }, { onSuccess: done })}
      onClose={onClose}
    >
      <p className="soft">{factorTexts.removeHint}</p>
      <CodeField code={code} setCode={setCode} />
    </FormDialog>
  )
}

function ReplaceCodes({ onClose }: { onClose: () => void }) {
  const replace = useAction('replace-recovery-codes')
  const [code, setCode] = useState('')
  if (replace.data) {
    return (
      <Dialog
        title={factorTexts.saveCodes}
        onClose={onClose}
        footer={
          <Button tone="primary" onClick={onClose}>
            {factorTexts.codesSaved}
          </Button>
        }
      >
        <RecoveryCodes codes={replace.data.recovery_codes} />
      </Dialog>
    )
  }
  return (
    <FormDialog
      title={factorTexts.replaceCodes}
      action={factorTexts.create}
      busy={replace.isPending}
      problem={replace.error}
      fields={['code']}
      onSubmit={() => replace.mutate({ code })}
      onClose={onClose}
    >
      <p className="soft">{factorTexts.replaceHint}</p>
      <CodeField code={code} setCode={setCode} />
    </FormDialog>
  )
}
