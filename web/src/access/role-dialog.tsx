import { useState } from 'react'
import type { InputOf } from '../../../contract/client.ts'
import type { RowOf } from '../api/call.ts'
import { useAction } from '../api/query.ts'
import { FormDialog } from '../ui/dialog/form-dialog.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { accessTexts } from './access-texts.ts'
import { subjectLabel as label, shownPermissions as shown } from './permission-labels.ts'

export type CustomRole = RowOf<'list-roles'>
type Permissions = InputOf<'add-role'>['permissions']

const subjects = [...new Set(shown.map((name) => name.split('.')[0] ?? ''))]

export function RoleDialog({ role, onClose }: { role: CustomRole | null; onClose: () => void }) {
  const add = useAction('add-role')
  const update = useAction('update-role')
  const [name, setName] = useState(role?.name ?? '')
  const [selected, setSelected] = useState<readonly string[]>(
    role?.permissions.filter((each) => shown.includes(each)) ?? [],
  )
  const set = (permission: string, on: boolean) => {
    const [subject] = permission.split('.')
    const without = selected.filter((each) => each !== permission && (on || each !== `${subject}.manage`))
    const read = `${subject}.read`
    setSelected(on ? [...new Set([...without, permission, ...(shown.includes(read) ? [read] : [])])] : without)
  }
  const save = role ? update : add
  // The service accepts these names only; it checks them again.
  const input = { name, permissions: selected as Permissions }
  const submit = () =>
    role?.id
      ? update.mutate({ id: role.id, ...input }, { onSuccess: onClose })
      : add.mutate(input, { onSuccess: onClose })
  return (
    <FormDialog
      title={role ? accessTexts.editRole({ name: role.name }) : accessTexts.addRole}
      action={accessTexts.save}
      wide
      busy={save.isPending}
      problem={save.error}
      fields={['name', 'permissions']}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        name="name"
        label={accessTexts.roleName}
        autoFocus
        autoComplete="off"
        value={name}
        onChange={setName}
      />
      <div className="table-scroll">
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{accessTexts.subject}</th>
              <th scope="col">{accessTexts.mayRead}</th>
              <th scope="col">{accessTexts.mayChange}</th>
            </tr>
          </thead>
          <tbody>
            {subjects.map((subject) => (
              <tr key={subject}>
                <th scope="row">{label(subject)}</th>
                {(['read', 'manage'] as const).map((kind) => {
                  const permission = `${subject}.${kind}`
                  const title = `${label(subject)}: ${kind === 'read' ? accessTexts.mayRead : accessTexts.mayChange}`
                  return (
                    <td key={kind}>
                      {shown.includes(permission) && (
                        <input
                          type="checkbox"
                          aria-label={title}
                          checked={selected.includes(permission)}
                          onChange={(event) => set(permission, event.target.checked)}
                        />
                      )}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="soft small">{accessTexts.permissionsHint}</p>
    </FormDialog>
  )
}
