import { useState } from 'react'
import type { DataOf } from '../../../../contract/client.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { TextField } from '../../ui/form/fields.tsx'
import { IconPlus, IconTrash } from '../../ui/icons.ts'
import { Notice } from '../../ui/notice.tsx'
import { isIncomplete, LimitFields, limitInput, readLimits } from '../limit-fields.tsx'
import { RoleField, roleInput, selectedRole } from '../role-field.tsx'
import { singleSignOnTexts } from './single-sign-on-texts.ts'

export type Mapping = DataOf<'get-single-sign-on'>['mappings'][number]
type MappingLimits = Pick<Mapping, 'site_ids' | 'tag_ids' | 'client_ids'>

const newMapping: Mapping = {
  group: '',
  role: 'viewer',
  role_id: null,
  site_ids: null,
  tag_ids: null,
  client_ids: null,
}

const countLimits = ({ site_ids, tag_ids, client_ids }: MappingLimits) =>
  [site_ids, tag_ids, client_ids].reduce((sum, ids) => sum + (ids?.length ?? 0), 0)

function LimitsDialog({
  title,
  mapping,
  onChange,
  onClose,
}: {
  title: string
  mapping: MappingLimits
  onChange: (limits: MappingLimits) => void
  onClose: () => void
}) {
  const [limits, setLimits] = useState(readLimits(mapping))
  const done = () => {
    onChange(limitInput(limits))
    onClose()
  }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <Button tone="primary" disabled={isIncomplete(limits)} onClick={done}>
          {singleSignOnTexts.limitsDone}
        </Button>
      }
    >
      <div className="stack">
        <LimitFields limits={limits} onChange={setLimits} />
      </div>
    </Dialog>
  )
}

/** Groups of the provider, their roles and limits; their order matters. */
export function GroupMappings({
  mappings,
  onChange,
}: {
  mappings: readonly Mapping[]
  onChange: (mappings: Mapping[]) => void
}) {
  const [limiting, setLimiting] = useState<number | null>(null)
  const limited = limiting === null ? undefined : mappings[limiting]
  const change = (index: number, changes: Partial<Mapping>) =>
    onChange(mappings.map((mapping, at) => (at === index ? { ...mapping, ...changes } : mapping)))
  return (
    <div className="stack">
      {mappings.length === 0 ? (
        <Notice tone="warn">{singleSignOnTexts.noGroups}</Notice>
      ) : (
        <p className="soft small">{singleSignOnTexts.groupsHint}</p>
      )}
      {mappings.map((mapping, index) => (
        <div key={index} className="line">
          <TextField
            name={`mappings.${index}.group`}
            label={singleSignOnTexts.group({ number: index + 1 })}
            autoComplete="off"
            value={mapping.group}
            onChange={(group) => change(index, { group })}
          />
          <RoleField
            name={`mappings.${index}.role`}
            label={singleSignOnTexts.role({ number: index + 1 })}
            value={selectedRole(mapping)}
            withHint={false}
            onChange={(value) => change(index, { role_id: null, ...roleInput(value) })}
          />
          <Button small onClick={() => setLimiting(index)}>
            {singleSignOnTexts.limits({ number: index + 1, count: countLimits(mapping) })}
          </Button>
          <IconButton
            tone="quiet"
            icon={IconTrash}
            label={singleSignOnTexts.removeGroup({ number: index + 1 })}
            onClick={() => onChange(mappings.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      {limited && limiting !== null && (
        <LimitsDialog
          title={singleSignOnTexts.limitsTitle({ group: limited.group })}
          mapping={limited}
          onChange={(limits) => change(limiting, limits)}
          onClose={() => setLimiting(null)}
        />
      )}
      <div>
        <Button icon={IconPlus} onClick={() => onChange([...mappings, newMapping])}>
          {singleSignOnTexts.addGroup}
        </Button>
      </div>
    </div>
  )
}
