import { formatNumber } from '../format/number.ts'

export interface Share {
  name: string
  count: number
  /** Name of a colour in tokens.css; the default fades from the accent colour. */
  color?: 'good' | 'partial' | 'warn' | 'bad' | 'note' | 'still'
}

const fade = [100, 72, 52, 36, 24]

/** Shares of a whole as a bar; labels are rendered elsewhere. */
export function ShareBar({ shares, label }: { shares: readonly Share[]; label: string }) {
  return (
    <div className="share" role="img" aria-label={label} title={label}>
      {shares
        .filter(({ count }) => count > 0)
        .map(({ name, count, color }, position) => (
          <i
            key={name}
            title={`${name}: ${formatNumber(count)}`}
            style={{
              flex: count,
              background:
                color === undefined
                  ? `color-mix(in srgb, var(--accent) ${fade[Math.min(position, fade.length - 1)]}%, var(--sunken))`
                  : `var(--${color})`,
            }}
          />
        ))}
    </div>
  )
}
