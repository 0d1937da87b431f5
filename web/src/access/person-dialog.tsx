import { useState } from 'react'
import type { Role } from '../../../contract/client.ts'
import { useAction, useList } from '../api/query.ts'
import { FormDialog } from '../ui/dialog/form-dialog.tsx'
import { CheckField, SelectField, TextField } from '../ui/form/fields.tsx'
import { toast } from '../ui/toast.tsx'
import { LimitFields, limitFieldNames, limitInput, readLimits } from './limit-fields.tsx'
import type { Person } from './person.ts'
import { roleOptions } from './role-labels.ts'

export function PersonDialog({ person, isSelf, onClose }: { person: Person; isSelf: boolean; onClose: () => void }) {
  const save = useAction('update-user')
  const [name, setName] = useState(person.name)
  const [email, setEmail] = useState(person.email ?? '')
  // A built-in role, or the id of a custom one.
  const before = person.role_id === null ? person.role : String(person.role_id)
  const [role, setRole] = useState(before)
  const [limits, setLimits] = useState(readLimits(person))
  const roles = useList('list-roles', {})
  const custom = (roles.data?.rows ?? []).flatMap(({ id, name }) =>
    id === null ? [] : [{ value: String(id), label: name }],
  )
  const [password, setPassword] = useState('')
  const [keys, setKeys] = useState(false)
  const submit = () =>
    save.mutate(
      {
        id: person.id,
        name,
        email: email || null,
        ...(role !== before && (/^\d+$/.test(role) ? { role_id: Number(role) } : { role: role as Role })),
        ...limitInput(limits),
        ...(password !== '' && { password, switch_off_keys: keys }),
      },
      {
        onSuccess: () => {
          toast(`${person.login} is changed.`, { tone: 'good' })
          onClose()
        },
      },
    )
  return (
    <FormDialog
      title={person.login}
      action="Save"
      busy={save.isPending}
      problem={save.error}
      fields={['name', 'email', 'role', 'role_id', 'password', ...limitFieldNames]}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField name="name" label="Name" autoComplete="off" value={name} onChange={setName} />
      <TextField
        name="email"
        label="E-mail address"
        type="email"
        autoComplete="off"
        value={email}
        onChange={setEmail}
      />
      <SelectField
        name="role"
        label="Role"
        value={role}
        onChange={setRole}
        options={[...roleOptions, ...custom]}
        hint={roleOptions.find(({ value }) => value === role)?.may}
      />
      {!isSelf && <LimitFields limits={limits} onChange={setLimits} />}
      {!isSelf && (
        <>
          <TextField
            name="password"
            label="New one-time password"
            hint="Leave it empty to keep theirs. A new one ends their sessions, revokes their application passwords and must be changed at the next sign-in."
            type="password"
            autoComplete="new-password"
            value={password}
            onChange={setPassword}
          />
          {password !== '' && (
            <CheckField
              name="switch_off_keys"
              label="Switch off their API keys"
              hint="Do this when someone else may have used the account."
              checked={keys}
              onChange={setKeys}
            />
          )}
        </>
      )}
    </FormDialog>
  )
}
