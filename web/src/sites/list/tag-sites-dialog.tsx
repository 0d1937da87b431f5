import { lazy, Suspense, useState } from 'react'
import type { DataOf } from '../../../../contract/client.ts'
import { actionTexts } from '../../actions/action-texts.ts'
import { runAction } from '../../actions/run-action.tsx'
import { useList } from '../../api/query.ts'
import type { SiteChoice } from '../../fleet/site-choice.ts'
import { TagChip } from '../../ui/badge.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import { describeSites } from '../site-labels.ts'
import { bulkActionTexts } from './bulk-action-texts.ts'
import { listTexts } from './list-texts.ts'

const BulkDialog = lazy(() => import('../../fleet/bulk-dialog.tsx'))

type Choice = 'keep' | 'add' | 'remove'

/** Adds tags to the selected sites and removes others: named sites in one call, all that match a filter with a plan. */
export function TagSitesDialog({
  choice,
  count,
  onClose,
  onDone,
}: {
  choice: SiteChoice
  count: number
  onClose: () => void
  onDone: () => void
}) {
  const { data, error } = useList('list-tags', { per_page: 100, orderby: 'name' })
  const [choices, setChoices] = useState<Readonly<Record<number, Choice>>>({})
  const selected = (choiceToFind: Choice) =>
    Object.entries(choices).flatMap(([id, choice]) => (choice === choiceToFind ? [Number(id)] : []))
  const [add, remove] = [selected('add'), selected('remove')]
  const description = describeSites(count)
  const [isPlanned, setPlanned] = useState(false)
  const { site_ids_or_domains } = choice
  const save = () => {
    if (!site_ids_or_domains) return setPlanned(true)
    onClose()
    const input = { site_ids_or_domains, ...(add.length && { add }), ...(remove.length && { remove }) }
    const texts = {
      doing: listTexts.taggingDescription({ description }),
      done: listTexts.taggedDescription({ description }),
    }
    // Sites that had a tag before, or did not have one to remove, must stay as they are: then it cannot be undone with one call.
    const undo = ({ total_tagged: sites, tags_added, tags_removed }: DataOf<'tag-sites'>) =>
      tags_added === sites * add.length && tags_removed === sites * remove.length
        ? () => {
            const back = {
              site_ids_or_domains,
              ...(remove.length && { add: remove }),
              ...(add.length && { remove: add }),
            }
            void runAction('tag-sites', back, { doing: actionTexts.undoing, done: actionTexts.undone })
          }
        : undefined
    void runAction('tag-sites', input, { ...texts, undo }).then((result) => result && onDone())
  }
  if (isPlanned)
    return (
      <Suspense>
        <BulkDialog
          action="change-tags"
          options={{ add, remove }}
          choice={choice}
          title={bulkActionTexts.changeTags({ sites: description })}
          label={bulkActionTexts.apply}
          onClose={onClose}
          onDone={onDone}
        />
      </Suspense>
    )
  return (
    <Dialog
      title={listTexts.tagsOfDescription({ description })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{listTexts.cancel}</Button>
          <Button tone="primary" disabled={add.length + remove.length === 0} onClick={save}>
            {listTexts.apply}
          </Button>
        </>
      }
    >
      {error && !data ? (
        <ErrorState error={error} />
      ) : !data ? (
        <Loading lines={4} />
      ) : data.rows.length === 0 ? (
        <EmptyState title={listTexts.thereAreNoTags} action={<LinkButton to="/tags">{listTexts.makeOne}</LinkButton>} />
      ) : (
        <ul className="planned">
          {data.rows.map(({ id, name, color }) => (
            <li key={id} className="apart">
              <TagChip name={name} color={color} />
              <select
                className="input"
                style={{ width: 'auto' }}
                aria-label={listTexts.whatToDoWith({ name })}
                value={choices[id] ?? 'keep'}
                onChange={(event) => setChoices({ ...choices, [id]: event.target.value as Choice })}
              >
                <option value="keep">{listTexts.leaveAsItIs}</option>
                <option value="add">{listTexts.putOnAll}</option>
                <option value="remove">{listTexts.takeFromAll}</option>
              </select>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
