import { useState } from 'react'
import type { DataOf } from '../../../contract/client.ts'
import { runAction } from '../actions/run-action.tsx'
import { asProblem, type Problem } from '../api/problem.ts'
import { Button } from '../ui/button.tsx'
import { confirm } from '../ui/dialog/confirm.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { FormDialog } from '../ui/dialog/form-dialog.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { RelativeTime } from '../ui/format/relative-time.tsx'
import { factorTexts } from './factor-texts.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { createPasskey, passkeyProblem } from './use-passkey.ts'

type Factors = DataOf<'get-own-factors'>

/** Rows of the card of second factors: each passkey, and adding one. */
export function Passkeys({ factors, onChange }: { factors: Factors; onChange: () => void }) {
  const [isAdding, setAdding] = useState(false)
  const problem = factors.passkeys_problem ?? passkeyProblem()
  const remove = async ({ id, name }: Factors['passkeys'][number]) => {
    const texts = { title: factorTexts.deletePasskey({ name }), text: factorTexts.deletePasskeyHint }
    if (!(await confirm({ ...texts, action: factorTexts.remove, tone: 'danger' }))) return
    await runAction(
      'delete-passkey',
      { id, confirm: true },
      { doing: factorTexts.deletingPasskey, done: factorTexts.passkeyDeleted },
    )
    onChange()
  }
  return (
    <>
      {factors.passkeys.map((passkey) => (
        <li key={passkey.id} className="apart">
          <div>
            {factorTexts.passkey({ name: passkey.name })}
            <div className="soft small">
              {factorTexts.passkeyUsed({
                created: () => <RelativeTime at={passkey.created_at} />,
                used: () => <RelativeTime at={passkey.last_used_at} never={factorTexts.never} />,
              })}
            </div>
          </div>
          <Button small onClick={() => void remove(passkey)}>
            {factorTexts.remove}
          </Button>
        </li>
      ))}
      <li className="apart">
        <div>
          {factorTexts.passkeys}
          <div className="soft small">{problem ?? factorTexts.passkeysHint}</div>
        </div>
        {problem === null && (
          <Button small onClick={() => setAdding(true)}>
            {factorTexts.addPasskey}
          </Button>
        )}
      </li>
      {isAdding && (
        <AddPasskey
          onClose={() => {
            setAdding(false)
            onChange()
          }}
        />
      )}
    </>
  )
}

function AddPasskey({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('')
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [busy, setBusy] = useState(false)
  const submit = async () => {
    setBusy(true)
    setProblem(null)
    try {
      const { recovery_codes } = await createPasskey(name)
      if (recovery_codes.length === 0) onClose()
      else setCodes(recovery_codes)
    } catch (error) {
      setProblem(asProblem(error))
    }
    setBusy(false)
  }
  if (codes) {
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
        <RecoveryCodes codes={codes} />
      </Dialog>
    )
  }
  return (
    <FormDialog
      title={factorTexts.addPasskey}
      action={factorTexts.add}
      busy={busy}
      problem={problem}
      fields={['name']}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <p className="soft">{factorTexts.addPasskeyHint}</p>
      <TextField
        name="name"
        label={factorTexts.passkeyName}
        hint={factorTexts.passkeyNameHint}
        autoComplete="off"
        value={name}
        onChange={setName}
      />
    </FormDialog>
  )
}
