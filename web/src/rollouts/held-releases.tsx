import { runAction } from '../actions/run-action.tsx'
import { useOperation } from '../api/query.ts'
import { useCan } from '../api/session.tsx'
import { sentence } from '../texts/sentence.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { confirm } from '../ui/dialog/confirm.tsx'
import { RelativeTime } from '../ui/format/relative-time.tsx'
import { rolloutTexts } from './rollout-texts.ts'

/** Shown only while a release is held. */
export function HeldReleases() {
  const can = useCan()
  const { data } = useOperation('list-held-releases', {})
  const releases = data ?? []
  if (releases.length === 0) return null
  const lift = async (id: number, release: string) => {
    const question = {
      title: rolloutTexts.liftTitle({ release }),
      text: rolloutTexts.liftConsequence,
      action: rolloutTexts.lift,
    }
    if (!(await confirm(question))) return
    await runAction(
      'lift-held-release',
      { held_release_id: id },
      { doing: rolloutTexts.lifting, done: rolloutTexts.lifted },
    )
  }
  return (
    <Card title={rolloutTexts.held}>
      <div className="stack">
        <p className="soft">{rolloutTexts.heldIntroduction}</p>
        <ul className="stack">
          {releases.map(({ held_release_id, name, version, reason, held_at }) => (
            <li key={held_release_id} className="apart">
              <span>
                <strong>
                  {name} {version}
                </strong>{' '}
                <span className="soft">
                  {sentence(reason)} <RelativeTime at={held_at} />
                </span>
              </span>
              {can('lift-held-release') && (
                <Button small onClick={() => void lift(held_release_id, `${name} ${version}`)}>
                  {rolloutTexts.lift}
                </Button>
              )}
            </li>
          ))}
        </ul>
      </div>
    </Card>
  )
}
