import { lazy, Suspense, useState } from 'react'
import type { DataOf } from '../../../contract/client.ts'
import { useCan } from '../api/session.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { ShareBar } from '../ui/chart/share-bar.tsx'
import { RelativeTime } from '../ui/format/relative-time.tsx'
import { Progress } from '../ui/progress.tsx'
import { rollbackTexts } from './rollback-texts.ts'
import { rolloutTexts } from './rollout-texts.ts'
import './rollouts.css'
import { sentence } from '../texts/sentence.ts'
import { formatNumber } from '../ui/format/number.ts'

type Rollout = DataOf<'get-rollout'>
type Wave = Rollout['waves'][number]

const RollBackDialog = lazy(() => import('./roll-back-dialog.tsx'))

/** The waves in order: what came of their sites, and how much of their budget is left. */
export function WaveTimeline({ rollout }: { rollout: Rollout }) {
  const can = useCan()
  const [wave, setWave] = useState<number | null>(null)
  // Only while nothing is being installed.
  const mayRollBack = ['paused', 'finished', 'ended'].includes(rollout.status) && can('roll-back-rollout')
  return (
    <Card title={rolloutTexts.waves}>
      <ol className="waves">
        {rollout.waves.map((each) => (
          <WaveBox
            key={each.wave}
            wave={each}
            isCurrent={each.wave === rollout.current_wave && rollout.ended_at === null}
            {...(mayRollBack && each.to_roll_back > 0 && { onRollBack: () => setWave(each.wave) })}
          />
        ))}
      </ol>
      {wave !== null && (
        <Suspense fallback={null}>
          <RollBackDialog
            input={{ rollout_id: rollout.rollout_id, wave }}
            title={rollbackTexts.titleWave({ wave: wave + 1 })}
            onClose={() => setWave(null)}
          />
        </Suspense>
      )}
    </Card>
  )
}

function WaveBox({ wave, isCurrent, onRollBack }: { wave: Wave; isCurrent: boolean; onRollBack?: () => void }) {
  const number = wave.wave + 1
  const shares = [
    { name: rolloutTexts.updated, count: wave.updated, color: 'good' },
    { name: rolloutTexts.failed, count: wave.failed, color: 'bad' },
    { name: rolloutTexts.skipped, count: wave.skipped, color: 'still' },
    { name: rolloutTexts.running, count: wave.running, color: 'note' },
    { name: rolloutTexts.waiting, count: wave.waiting, color: 'still' },
  ] as const
  return (
    <li className="wave" aria-current={isCurrent ? 'step' : undefined}>
      <div className="apart">
        <strong>{sentence(wave.name)}</strong>
        <span className="soft small">{rolloutTexts.sites({ count: wave.total })}</span>
      </div>
      <ShareBar label={rolloutTexts.outcomeOfWave({ wave: number })} shares={shares} />
      <div className="line small">
        {shares
          .filter(({ count }) => count > 0)
          .map(({ name, count, color }) => (
            <Badge key={name} tone={color}>
              {name} {formatNumber(count)}
            </Badge>
          ))}
      </div>
      <div className="stack-tight small">
        <span className="apart">
          <span className="soft">{rolloutTexts.budget}</span>
          <span>{rolloutTexts.budgetLeft({ left: wave.budget_left, budget: wave.budget })}</span>
        </span>
        <Progress
          percent={Math.round((wave.budget_left / wave.budget) * 100)}
          label={rolloutTexts.budgetOfWave({ wave: number })}
        />
      </div>
      <span className="soft small">
        {wave.next_wave_at
          ? rolloutTexts.nextWaveAt({ time: () => <RelativeTime at={wave.next_wave_at ?? ''} /> })
          : wave.started_at === null
            ? rolloutTexts.notStarted
            : wave.soak_minutes > 0 && rolloutTexts.soak({ minutes: wave.soak_minutes })}
      </span>
      {onRollBack && (
        <div>
          <Button small onClick={onRollBack}>
            {rollbackTexts.rollBack}
          </Button>
        </div>
      )}
    </li>
  )
}
