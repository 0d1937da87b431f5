import { lazy, Suspense } from 'react'
import type { ChartProps } from './chart-canvas.tsx'

// The drawing library comes only to pages that draw.
const Canvas = lazy(() => import('./chart-canvas.tsx'))

/** Lines over time. `label` says in words what is to be seen. */
export function Chart(props: ChartProps) {
  return (
    <div role="img" aria-label={props.label} style={{ minHeight: props.height ?? 200 }}>
      <Suspense fallback={<span className="skeleton" style={{ height: props.height ?? 200 }} />}>
        <Canvas {...props} />
      </Suspense>
    </div>
  )
}
