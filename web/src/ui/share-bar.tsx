export interface Share {
  name: string
  count: number
  /** The name of a colour of tokens.css; without it they fade from the accent. */
  color?: 'good' | 'warn' | 'bad' | 'note' | 'still'
}

const fade = [100, 72, 52, 36, 24]

/** How a whole falls into parts. The parts are named beside or below; this is the picture. */
export function ShareBar({ shares, label }: { shares: readonly Share[]; label: string }) {
  return (
    <div className="share" role="img" aria-label={label} title={label}>
      {shares
        .filter(({ count }) => count > 0)
        .map(({ name, count, color }, position) => (
          <i
            key={name}
            title={`${name}: ${count.toLocaleString()}`}
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
