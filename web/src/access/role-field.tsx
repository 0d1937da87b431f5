import type { Role } from '../../../contract/client.ts'
import { useList } from '../api/query.ts'
import { SelectField } from '../ui/form/fields.tsx'
import { roleOptions } from './role-labels.ts'

/** A built-in role, or the id of a custom one. */
export type SelectedRole = string

export const selectedRole = ({ role, role_id }: { role: string; role_id: number | null }): SelectedRole =>
  role_id === null ? role : String(role_id)

export const roleInput = (selected: SelectedRole): { role: Role } | { role: 'custom'; role_id: number } =>
  // The options of the field have no other values.
  /^\d+$/.test(selected) ? { role: 'custom', role_id: Number(selected) } : { role: selected as Role }

/** Selects a built-in or custom role. */
export function RoleField({
  name = 'role',
  label,
  value,
  onChange,
  withHint = true,
}: {
  name?: string
  label: string
  value: SelectedRole
  onChange: (value: SelectedRole) => void
  /** Whether it describes the selected role. */
  withHint?: boolean
}) {
  const { data } = useList('list-roles', {})
  const custom = (data?.rows ?? []).flatMap(({ id, name }) => (id === null ? [] : [{ value: String(id), label: name }]))
  const hint = roleOptions.find((option) => option.value === value)?.may
  return (
    <SelectField
      name={name}
      label={label}
      value={value}
      onChange={onChange}
      options={[...roleOptions, ...custom]}
      {...(withHint && hint && { hint })}
    />
  )
}
