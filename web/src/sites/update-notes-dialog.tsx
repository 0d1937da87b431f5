import { useOperation } from '../api/query.ts'
import { sentence } from '../texts/sentence.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { hostOf } from '../ui/format/host-of.ts'
import { Notice } from '../ui/notice.tsx'
import { ErrorState, Loading } from '../ui/states.tsx'
import { updateNoteTexts } from './update-note-texts.ts'

export interface NotedUpdate {
  type: 'core' | 'plugin' | 'theme'
  slug: string
  name: string
  new_version: string
}

/** What an update changes. Notes and link come from others: text only, and the link is opened by people. */
export function UpdateNotesDialog({
  siteId,
  update: { type, slug, name, new_version },
  onClose,
}: {
  siteId: number
  update: NotedUpdate
  onClose: () => void
}) {
  const { data, error, refetch } = useOperation('get-update-notes', { site_id_or_domain: siteId, type, slug })
  return (
    <Dialog
      title={updateNoteTexts.title({ name, version: new_version })}
      onClose={onClose}
      footer={<Button onClick={onClose}>{updateNoteTexts.close}</Button>}
    >
      {error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Loading lines={6} />
      ) : (
        <div className="stack">
          {data.notes !== '' && (
            <>
              <p>{updateNoteTexts.fromVersion({ version: data.current_version })}</p>
              <p className="quote update-notes">{data.notes}</p>
            </>
          )}
          {data.problem && <Notice tone="warn">{sentence(data.problem)}</Notice>}
          {data.notes === '' && !data.problem && (
            <p>{data.link ? updateNoteTexts.noNotesButLink : updateNoteTexts.noNotes}</p>
          )}
          {data.link && (
            <p>
              <a href={data.link} target="_blank" rel="noreferrer nofollow">
                {updateNoteTexts.openPage({ host: hostOf(data.link) })}
              </a>{' '}
              <span className="soft">{updateNoteTexts.foreign}</span>
            </p>
          )}
        </div>
      )}
    </Dialog>
  )
}
