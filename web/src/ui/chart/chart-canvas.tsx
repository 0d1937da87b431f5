import { useEffect, useRef } from 'react'
import UPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { axisText, momentText } from '../format/moment.ts'
import { formatNumber } from '../format/number.ts'

export interface ChartSeries {
  name: string
  /** One value per time; null is a gap. */
  values: readonly (number | null)[]
  /** Name of a colour in tokens.css. */
  color?: 'accent' | 'good' | 'warn' | 'bad' | 'note' | 'soft'
  /** Fills the area below the line. */
  filled?: boolean
}

export interface ChartProps {
  label: string
  /** Unix times in seconds, ascending. */
  times: readonly number[]
  series: readonly ChartSeries[]
  unit?: string
  height?: number
}

/** Wide enough for its longest label. */
const axisWidth = (_: UPlot, labels: readonly string[] | null): number =>
  Math.max(56, 16 + 7 * Math.max(0, ...(labels ?? []).map(({ length }) => length)))

export default function ChartCanvas({ times, series, unit = '', height = 200 }: ChartProps) {
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = container.current!
    const draw = () => {
      const style = getComputedStyle(element)
      // A canvas cannot use CSS variables; the resolved light-dark() colour is read from an element.
      const color = (name: string) => {
        element.style.color = `var(--${name})`
        return getComputedStyle(element).color
      }
      const axis = {
        stroke: color('soft'),
        grid: { stroke: color('line'), width: 1 },
        ticks: { show: false },
        font: `12px ${style.fontFamily}`,
      }
      const chart = new UPlot(
        {
          width: element.clientWidth,
          height,
          legend: { show: series.length > 1 },
          cursor: { y: false, points: { size: 7 } },
          axes: [
            { ...axis, values: (_, ticks, _axis, _space, seconds) => ticks.map((tick) => axisText(tick, seconds)) },
            { ...axis, size: axisWidth, values: (_, ticks) => ticks.map((tick) => `${formatNumber(tick)}${unit}`) },
          ],
          series: [
            { value: (_: UPlot, at: number | null) => (at === null ? '' : momentText(at * 1000)) },
            ...series.map(({ name, color: colorName = 'accent', filled }) => ({
              label: name,
              stroke: color(colorName),
              width: 2,
              points: { show: false },
              // Without a cursor the legend shows only the names of the lines.
              value: (_: UPlot, value: number | null) => (value === null ? '' : `${formatNumber(value)}${unit}`),
              ...(filled && { fill: `color-mix(in srgb, ${color(colorName)} 14%, transparent)` }),
            })),
          ],
        },
        [times, ...series.map(({ values }) => values)] as UPlot.AlignedData,
        element,
      )
      // The legend is HTML text.
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
    const themeObserver = new MutationObserver(again)
    themeObserver.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    return () => {
      resized.disconnect()
      themeObserver.disconnect()
      chart.destroy()
    }
  }, [times, series, unit, height])
  return <div ref={container} className="chart" />
}
