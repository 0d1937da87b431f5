import { lazy, Suspense } from 'react'
import type { ChartProps } from './chart-canvas.tsx'

// The chart library is loaded only by pages with a chart.
const Canvas = lazy(() => import('./chart-canvas.tsx'))

/** Lines over time. `label` describes the chart for screen readers. */
export function Chart(props: ChartProps) {
  return (
    <div role="img" aria-label={props.label} style={{ minHeight: props.height ?? 200 }}>
      <Suspense fallback={<span className="skeleton" style={{ height: props.height ?? 200 }} />}>
        <Canvas {...props} />
      </Suspense>
    </div>
  )
}
