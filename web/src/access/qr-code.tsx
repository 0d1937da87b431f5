import { encodeQR } from 'qr'
import { factorTexts } from './factor-texts.ts'

/** Dark on white in both themes: many cameras do not read inverted codes. */
export default function QrCode({ text }: { text: string }) {
  const rows = encodeQR(text, 'raw', { border: 4 })
  const path = rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg className="qr-code" viewBox={`0 0 ${rows.length} ${rows.length}`} role="img" aria-label={factorTexts.qrCode}>
      <path fill="#fff" d={`M0 0h${rows.length}v${rows.length}h-${rows.length}z`} />
      <path fill="#000" shapeRendering="crispEdges" d={path} />
    </svg>
  )
}
