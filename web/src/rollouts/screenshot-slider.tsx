import { useState } from 'react'
import { basePath } from '../api/request.ts'
import { Button } from '../ui/button.tsx'
import type { Step } from './rollout-steps.tsx'
import { rolloutTexts } from './rollout-texts.ts'
import './rollouts.css'

type Screenshot = NonNullable<Step['evidence']>['screenshots'][number]

const find = (screenshots: readonly Screenshot[], moment: Screenshot['moment']) =>
  screenshots.find((each) => each.moment === moment)

/** The homepage before and after the updates, one over the other: the slider shows more of one or the other. */
export function ScreenshotSlider({ screenshots }: { screenshots: readonly Screenshot[] }) {
  const [share, setShare] = useState(50)
  const [shown, setShown] = useState<'after' | 'restored'>('after')
  const [failed, setFailed] = useState(false)
  const before = find(screenshots, 'before')
  const after = find(screenshots, shown) ?? find(screenshots, 'after')
  const restored = find(screenshots, 'restored')
  if (!before || !after) return null
  if (failed) return <p className="soft">{rolloutTexts.pictureGone}</p>
  const afterLabel = shown === 'restored' ? rolloutTexts.afterRollback : rolloutTexts.after
  const ratio = before.width / Math.max(before.height, after.height)
  return (
    <div className="stack-tight">
      <div className="apart">
        <strong>{rolloutTexts.pictures}</strong>
        {restored && (
          <Button small onClick={() => setShown(shown === 'after' ? 'restored' : 'after')}>
            {shown === 'after' ? rolloutTexts.showRestored : rolloutTexts.showUpdated}
          </Button>
        )}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className="shots-scroll" aria-label={rolloutTexts.pictures} tabIndex={0}>
        <div className="shots" style={{ aspectRatio: ratio }}>
          <img src={basePath + before.url} alt={rolloutTexts.pictureBefore} onError={() => setFailed(true)} />
          <img
            src={basePath + after.url}
            alt={afterLabel}
            style={{ clipPath: `inset(0 0 0 ${share}%)` }}
            onError={() => setFailed(true)}
          />
          <span className="shots-line" style={{ left: `${share}%` }} aria-hidden />
        </div>
      </section>
      <label className="shots-range">
        <span>{rolloutTexts.before}</span>
        <input
          type="range"
          min={0}
          max={100}
          value={share}
          aria-label={rolloutTexts.slider}
          onChange={({ target }) => setShare(Number(target.value))}
        />
        <span>{afterLabel}</span>
      </label>
    </div>
  )
}
