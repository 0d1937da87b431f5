import { useState } from 'react'
import { runAction } from '../../actions/run-action.tsx'
import { useList } from '../../api/query.ts'
import { TagChip } from '../../ui/badge.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import type { RowId } from '../../ui/table/selection.ts'
import { describeSites } from '../site-labels.ts'

type Choice = 'keep' | 'add' | 'remove'

/** Adds tags to the selected sites and removes others, in one call. */
export function TagSitesDialog({
  siteIds,
  onClose,
  onDone,
}: {
  siteIds: RowId[]
  onClose: () => void
  onDone: () => void
}) {
  const { data, error } = useList('list-tags', { per_page: 100, orderby: 'name' })
  const [choices, setChoices] = useState<Readonly<Record<number, Choice>>>({})
  const selected = (choiceToFind: Choice) =>
    Object.entries(choices).flatMap(([id, choice]) => (choice === choiceToFind ? [Number(id)] : []))
  const [add, remove] = [selected('add'), selected('remove')]
  const description = describeSites(siteIds.length)
  const save = () => {
    onClose()
    const input = { site_ids_or_domains: siteIds, ...(add.length && { add }), ...(remove.length && { remove }) }
    void runAction('tag-sites', input, { doing: `Tagging ${description}`, done: `Tagged ${description}` }).then(onDone)
  }
  return (
    <Dialog
      title={`Tags of ${description}`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" disabled={add.length + remove.length === 0} onClick={save}>
            Apply
          </Button>
        </>
      }
    >
      {error ? (
        <ErrorState error={error} />
      ) : !data ? (
        <Loading lines={4} />
      ) : data.rows.length === 0 ? (
        <EmptyState title="There are no tags yet" action={<LinkButton to="/tags">Make one</LinkButton>} />
      ) : (
        <ul className="planned">
          {data.rows.map(({ id, name, color }) => (
            <li key={id} className="apart">
              <TagChip name={name} color={color} />
              <select
                className="input"
                style={{ width: 'auto' }}
                aria-label={`What to do with ${name}`}
                value={choices[id] ?? 'keep'}
                onChange={(event) => setChoices({ ...choices, [id]: event.target.value as Choice })}
              >
                <option value="keep">Leave as it is</option>
                <option value="add">Put on all</option>
                <option value="remove">Take from all</option>
              </select>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
