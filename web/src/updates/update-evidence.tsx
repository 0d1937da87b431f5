import type { RowOf } from '../api/call.ts'
import { useOperation } from '../api/query.ts'
import { EvidenceDetails } from '../rollouts/step-evidence.tsx'
import { sentence } from '../texts/sentence.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { RelativeTime } from '../ui/format/relative-time.tsx'
import { ErrorState, Loading } from '../ui/states.tsx'
import { evidenceTexts } from './evidence-texts.ts'
import { LaterFindings } from './later-findings.tsx'
import { AttemptVersion, ResultBadge } from './update-badges.tsx'

/** What was checked on the site before and after one update. */
export default function UpdateEvidence({
  entry,
  onClose,
}: {
  entry: RowOf<'list-update-history'>
  onClose: () => void
}) {
  const { data, error, refetch } = useOperation('get-update-evidence', { update_id: entry.id })
  const { name, slug, site_name, site_url, automatic, user, started_at, result, message } = data ?? entry
  const time = () => <RelativeTime at={started_at} />
  const together = data?.sent_together ?? []
  return (
    <Dialog
      wide
      title={evidenceTexts.title({ name: name || slug, site: site_name || site_url })}
      onClose={onClose}
      footer={<Button onClick={onClose}>{evidenceTexts.close}</Button>}
    >
      <div className="stack">
        <div className="stack-tight">
          <span className="line">
            <ResultBadge result={result} />
            <AttemptVersion attempt={data ?? entry} />
          </span>
          <span className="soft small">
            {automatic ? evidenceTexts.automatic({ time }) : evidenceTexts.by({ user, time })}
          </span>
          {message && result !== 'updated' && <p>{sentence(message)}</p>}
          <LaterFindings amendments={(data ?? entry).amendments} />
          {together.length > 0 && (
            <p className="soft small">
              {evidenceTexts.together({ names: together.map((item) => item.name || item.slug).join(', ') })}
            </p>
          )}
        </div>
        {error && !data ? (
          <ErrorState error={error} retry={() => void refetch()} />
        ) : !data ? (
          <Loading lines={4} />
        ) : data.evidence ? (
          <EvidenceDetails evidence={data.evidence} isRolledBack={result === 'rolled_back'} />
        ) : (
          <p>{evidenceTexts.nothing}</p>
        )}
      </div>
    </Dialog>
  )
}
