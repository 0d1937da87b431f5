import { useState } from 'react'
import { useAction } from '../api/query.ts'
import { FormDialog } from '../ui/dialog/form-dialog.tsx'
import { CheckField, TextField } from '../ui/form/fields.tsx'
import { toast } from '../ui/toast.tsx'
import { accessTexts } from './access-texts.ts'
import { LimitFields, limitFieldNames, limitInput, readLimits } from './limit-fields.tsx'
import type { Person } from './person.ts'
import { RoleField, roleInput, selectedRole } from './role-field.tsx'

export function PersonDialog({ person, isSelf, onClose }: { person: Person; isSelf: boolean; onClose: () => void }) {
  const save = useAction('update-user')
  const [name, setName] = useState(person.name)
  const [email, setEmail] = useState(person.email ?? '')
  const before = selectedRole(person)
  const [role, setRole] = useState(before)
  const [limits, setLimits] = useState(readLimits(person))
  const [password, setPassword] = useState('')
  const [keys, setKeys] = useState(false)
  const submit = () =>
    save.mutate(
      {
        id: person.id,
        name,
        email: email || null,
        ...(role !== before && roleInput(role)),
        ...limitInput(limits),
        ...(password !== '' && { password, switch_off_keys: keys }),
      },
      {
        onSuccess: () => {
          toast(accessTexts.loginIsChanged({ login: person.login }), { tone: 'good' })
          onClose()
        },
      },
    )
  return (
    <FormDialog
      title={person.login}
      action={accessTexts.save}
      busy={save.isPending}
      problem={save.error}
      fields={['name', 'email', 'role', 'role_id', 'password', ...limitFieldNames]}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField name="name" label={accessTexts.roleName} autoComplete="off" value={name} onChange={setName} />
      <TextField
        name="email"
        label={accessTexts.eMailAddress}
        type="email"
        autoComplete="off"
        value={email}
        onChange={setEmail}
      />
      <RoleField label={accessTexts.role} value={role} onChange={setRole} />
      {!isSelf && <LimitFields limits={limits} onChange={setLimits} />}
      {!isSelf && (
        <>
          <TextField
            name="password"
            label={accessTexts.newOneTimePassword}
            hint={accessTexts.leaveItEmptyTo}
            type="password"
            autoComplete="new-password"
            value={password}
            onChange={setPassword}
          />
          {password !== '' && (
            <CheckField
              name="switch_off_keys"
              label={accessTexts.switchOffTheirApi}
              hint={accessTexts.doThisWhenSomeoneElse}
              checked={keys}
              onChange={setKeys}
            />
          )}
        </>
      )}
    </FormDialog>
  )
}
