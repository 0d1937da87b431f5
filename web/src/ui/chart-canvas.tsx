import { useEffect, useRef } from 'react'
import UPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'

export interface ChartSeries {
  name: string
  /** One per time; null leaves a gap. */
  values: readonly (number | null)[]
  /** The name of a colour of tokens.css. */
  color?: 'accent' | 'good' | 'warn' | 'bad' | 'note' | 'soft'
  /** Fills the area below the line. */
  filled?: boolean
}

export interface ChartProps {
  label: string
  /** Seconds since 1970, ascending. */
  times: readonly number[]
  series: readonly ChartSeries[]
  unit?: string
  height?: number
}

export default function ChartCanvas({ times, series, unit = '', height = 200 }: ChartProps) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = place.current!
    const draw = () => {
      const look = getComputedStyle(element)
      // A canvas knows no CSS variables; what light-dark() comes to is read off an element.
      const color = (name: string) => {
        element.style.color = `var(--${name})`
        return getComputedStyle(element).color
      }
      const axis = {
        stroke: color('soft'),
        grid: { stroke: color('line'), width: 1 },
        ticks: { show: false },
        font: `12px ${look.fontFamily}`,
      }
      const chart = new UPlot(
        {
          width: element.clientWidth,
          height,
          legend: { show: series.length > 1 },
          cursor: { y: false, points: { size: 7 } },
          axes: [axis, { ...axis, size: 56, values: (_, ticks) => ticks.map((tick) => `${tick}${unit}`) }],
          series: [
            {},
            ...series.map(({ name, color: wanted = 'accent', filled }) => ({
              label: name,
              stroke: color(wanted),
              width: 2,
              points: { show: false },
              // Nothing is pointed at: the legend only names the lines.
              value: (_: UPlot, value: number | null) => (value === null ? '' : `${value.toLocaleString()}${unit}`),
              ...(filled && { fill: `color-mix(in srgb, ${color(wanted)} 14%, transparent)` }),
            })),
          ],
        },
        [times, ...series.map(({ values }) => values)] as UPlot.AlignedData,
        element,
      )
      // Its legend is text like any other.
      element.style.color = ''
      return chart
    }
    let chart = draw()
    const resized = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height }))
    resized.observe(element)
    const again = () => {
      chart.destroy()
      chart = draw()
    }
    const look = new MutationObserver(again)
    look.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    return () => {
      resized.disconnect()
      look.disconnect()
      chart.destroy()
    }
  }, [times, series, unit, height])
  return <div ref={place} className="chart" />
}
