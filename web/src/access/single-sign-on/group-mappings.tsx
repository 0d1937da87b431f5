import type { Role } from '../../../../contract/client.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/form/fields.tsx'
import { IconPlus, IconTrash } from '../../ui/icons.ts'
import { Notice } from '../../ui/notice.tsx'
import { roleOptions } from '../role-labels.ts'
import { singleSignOnTexts } from './single-sign-on-texts.ts'

export interface Mapping {
  group: string
  role: Role
}

/** Groups of the provider and their roles; their order matters. */
export function GroupMappings({
  mappings,
  onChange,
}: {
  mappings: readonly Mapping[]
  onChange: (mappings: Mapping[]) => void
}) {
  const change = (index: number, changes: Partial<Mapping>) =>
    onChange(mappings.map((mapping, at) => (at === index ? { ...mapping, ...changes } : mapping)))
  return (
    <div className="stack">
      {mappings.length === 0 ? (
        <Notice tone="warn">{singleSignOnTexts.noGroups}</Notice>
      ) : (
        <p className="soft small">{singleSignOnTexts.groupsHint}</p>
      )}
      {mappings.map(({ group, role }, index) => (
        <div key={index} className="line">
          <TextField
            name={`mappings.${index}.group`}
            label={singleSignOnTexts.group({ number: index + 1 })}
            autoComplete="off"
            value={group}
            onChange={(value) => change(index, { group: value })}
          />
          <SelectField
            name={`mappings.${index}.role`}
            label={singleSignOnTexts.role({ number: index + 1 })}
            value={role}
            options={roleOptions}
            onChange={(value) => change(index, { role: value as Role })}
          />
          <IconButton
            tone="quiet"
            icon={IconTrash}
            label={singleSignOnTexts.removeGroup({ number: index + 1 })}
            onClick={() => onChange(mappings.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      <div>
        <Button icon={IconPlus} onClick={() => onChange([...mappings, { group: '', role: 'viewer' }])}>
          {singleSignOnTexts.addGroup}
        </Button>
      </div>
    </div>
  )
}
