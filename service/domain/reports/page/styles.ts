import type { Branding } from '../branding.ts'
import { darkenForWhite, mixColors, readableTextOn } from './colors.ts'

const rules = `
* { box-sizing: border-box; }
html { -webkit-print-color-adjust: exact; print-color-adjust: exact; }
body { margin: 0; color: var(--ink); background: #eef1f4; font: 10pt/1.5 Inter, "Segoe UI", "Helvetica Neue", Helvetica, Arial, "Liberation Sans", "Noto Sans", sans-serif; font-feature-settings: "tnum"; overflow-wrap: anywhere; }
h1, h2, h3, p, table, figure { margin: 0; }
.sheet { max-width: 210mm; margin: 8mm auto; padding: 18mm 18mm 14mm; background: #fff; box-shadow: 0 2px 14px rgb(16 32 46 / 12%); }
.cover { position: relative; display: flex; flex-direction: column; min-height: 297mm; padding: 24mm 22mm 18mm; color: var(--on-brand); background: radial-gradient(circle at 104% 3%, transparent 62mm, var(--ring) 62.3mm, var(--ring) 84mm, transparent 84.3mm), radial-gradient(circle at 78% 112%, transparent 74mm, var(--ring) 74.3mm, var(--ring) 112mm, transparent 112.3mm), linear-gradient(150deg, var(--brand-light) 0%, var(--brand) 46%, var(--brand-dark) 100%); overflow: hidden; page: cover; }
.cover .logo { align-self: flex-start; max-width: 80mm; padding: 5mm 6mm; background: #fff; border-radius: 3mm; }
.cover .logo img { display: block; height: 15mm; max-width: 68mm; object-fit: contain; }
.cover .maker { font-size: 15pt; font-weight: 650; letter-spacing: .01em; }
.cover .middle { margin: auto 0; padding-left: 8mm; border-left: 1.6mm solid var(--accent); }
.cover .kicker { font-size: 10.5pt; font-weight: 600; letter-spacing: .18em; text-transform: uppercase; opacity: .8; }
.cover h1 { margin: 3mm 0 6mm; font-size: 34pt; line-height: 1.12; font-weight: 700; letter-spacing: -.02em; max-width: 145mm; }
.cover .subject { font-size: 17pt; font-weight: 600; }
.cover .address { margin-top: 1mm; font-size: 11.5pt; opacity: .8; }
.cover .facts { display: flex; gap: 12mm; margin-bottom: 14mm; }
.cover .facts div { font-size: 9pt; opacity: .85; }
.cover .facts b { display: block; font-size: 19pt; line-height: 1.25; font-weight: 700; letter-spacing: -.01em; }
.cover .foot { display: flex; padding-top: 5mm; border-top: .3mm solid color-mix(in srgb, var(--on-brand) 30%, transparent); flex-wrap: wrap; gap: 1.5mm 8mm; font-size: 9.5pt; opacity: .85; }
h2 { margin: 0 0 4mm; color: var(--brand-text); font-size: 16.5pt; line-height: 1.25; font-weight: 700; letter-spacing: -.01em; break-after: avoid; }
h3 { display: flex; align-items: baseline; gap: 3mm; margin: 7mm 0 2.5mm; color: var(--brand-text); font-size: 11.5pt; line-height: 1.3; font-weight: 700; break-after: avoid; }
h3 .aside { margin-left: auto; color: var(--soft); font-size: 9pt; font-weight: 500; }
.lead p { margin: 0 0 2.5mm; font-size: 10.5pt; color: #2b3d4c; }
.site-head { display: flex; align-items: flex-end; gap: 6mm; margin-bottom: 6mm; padding-bottom: 4mm; border-bottom: .5mm solid var(--brand-text); break-after: avoid; }
.site-head h2 { margin: 0; }
.site-head .url { color: var(--soft); font-size: 9.5pt; }
.site-head .facts { margin-left: auto; text-align: right; color: var(--soft); font-size: 8.5pt; white-space: nowrap; }
.tiles { display: grid; grid-template-columns: repeat(3, 1fr); gap: 4mm; margin: 6mm 0; break-inside: avoid; }
.tiles:has(> :nth-child(4):last-child) { grid-template-columns: repeat(4, 1fr); }
.tile { padding: 4.5mm 5mm; border: .3mm solid var(--line); border-top: 1mm solid var(--accent); border-radius: 2mm; background: #fff; break-inside: avoid; }
.tile .label { color: var(--soft); font-size: 8.5pt; font-weight: 600; letter-spacing: .04em; text-transform: uppercase; }
.tile .number { margin-top: 1mm; color: var(--brand-text); font-size: 22pt; line-height: 1.15; font-weight: 700; letter-spacing: -.02em; }
.tile .number small { font-size: 12pt; font-weight: 600; letter-spacing: 0; }
.tile .note { margin-top: .5mm; color: var(--soft); font-size: 8.5pt; }
table { width: 100%; border-collapse: collapse; font-size: 9pt; line-height: 1.4; }
thead { display: table-header-group; }
th { padding: 1.8mm 2mm; color: var(--soft); font-size: 7.8pt; font-weight: 650; letter-spacing: .05em; text-align: left; text-transform: uppercase; border-bottom: .4mm solid var(--line); }
td { padding: 1.55mm 2mm; border-bottom: .25mm solid var(--line); vertical-align: top; }
tr { break-inside: avoid; }
th:first-child, td:first-child { padding-left: 0; }
th:last-child, td:last-child { padding-right: 0; }
td.strong { font-weight: 600; }
.right { text-align: right; white-space: nowrap; }
.nowrap { white-space: nowrap; }
.soft { color: var(--soft); }
.more { margin-top: 2mm; color: var(--soft); font-size: 8.5pt; }
.pill { display: inline-block; padding: .3mm 2.4mm; border-radius: 4mm; font-size: 8pt; font-weight: 650; white-space: nowrap; }
.good { color: #0c6b4f; background: #e0f4ec; }
.fair { color: #80520a; background: #fdf0d5; }
.bad { color: #a11f2b; background: #fce4e6; }
.none { color: #54636f; background: #edf0f3; }
.cards { display: grid; grid-template-columns: repeat(2, 1fr); gap: 3mm 4mm; }
.card { display: flex; gap: 4mm; padding: 3.5mm 4mm; border: .3mm solid var(--line); border-radius: 2mm; break-inside: avoid; }
.card > div:first-child { flex: 1; min-width: 0; }
.card b { display: block; font-size: 9.5pt; }
.card span.soft { font-size: 8.5pt; }
.rings { display: flex; justify-content: space-between; gap: 2mm; margin-top: 2mm; }
.ring { flex: 1; color: var(--soft); font-size: 7.8pt; text-align: center; }
.ring svg { display: block; width: 14mm; margin: 0 auto .5mm; }
figure { break-inside: avoid; }
figure svg { display: block; width: 100%; height: auto; }
figcaption { display: flex; justify-content: space-between; margin-top: 1mm; color: var(--soft); font-size: 8pt; }
.legend i { display: inline-block; width: 2.4mm; height: 2.4mm; margin: 0 1mm 0 3mm; border-radius: .6mm; vertical-align: -.2mm; }
.chips { display: flex; flex-wrap: wrap; gap: 2mm; }
.chip { padding: 1.6mm 3.5mm; border: .3mm solid var(--line); border-radius: 2mm; font-size: 9pt; }
.chip b { color: var(--brand-text); font-size: 11pt; margin-right: 1mm; }
.keep { break-inside: avoid; }
.closing { margin-top: 9mm; padding: 6mm 7mm; background: var(--brand-pale); border-radius: 2.5mm; break-inside: avoid; }
.closing p { margin: 0 0 2mm; }
.closing .contact { margin: 3mm 0 0; color: var(--brand-text); font-weight: 600; }
.footer { margin-top: 6mm; color: var(--soft); font-size: 8pt; text-align: center; }
.site + .site { break-before: page; }
.site.break, .site + .site { margin-top: 12mm; }
@media print {
  body { background: #fff; }
  .sheet { max-width: none; margin: 0; padding: 0 .4mm; box-shadow: none; }
  .cover { height: 100vh; min-height: 0; padding: 24mm 22mm 18mm; break-after: page; }
  .site.break, .site + .site { margin-top: 0; }
  .break { break-before: page; }
}
@media screen and (max-width: 700px) {
  .sheet { padding: 8mm 6mm; margin: 0; }
  .cover { min-height: 100vh; padding: 12mm 8mm; }
  .tiles, .tiles:has(> :nth-child(4):last-child), .cards { grid-template-columns: repeat(2, 1fr); }
}
`

/** Colours and paper are validated when they are set. */
export function styleSheet({ brand_color, accent_color, paper }: Branding, running: string): string {
  const root = {
    ink: '#1c2b38',
    soft: '#627380',
    line: '#dfe5ea',
    brand: brand_color,
    'brand-light': mixColors(brand_color, '#ffffff', 0.14),
    'brand-dark': mixColors(brand_color, '#000000', 0.28),
    'brand-pale': mixColors(brand_color, '#ffffff', 0.94),
    'brand-text': darkenForWhite(brand_color),
    'on-brand': readableTextOn(brand_color),
    ring: `${readableTextOn(brand_color)}0b`,
    accent: accent_color,
  }
  const variables = Object.entries(root).map(([name, color]) => `--${name}: ${color};`)
  const small = `font: 7.5pt Inter, Arial, 'Liberation Sans', sans-serif; color: #8795a1;`
  return `
:root { ${variables.join(' ')} }
@page { size: ${paper}; margin: 16mm 17mm 18mm;
  @bottom-left { content: ${cssText(running)}; ${small} }
  @bottom-right { content: counter(page) " / " counter(pages); ${small} } }
@page cover { margin: 0; @bottom-left { content: none; } @bottom-right { content: none; } }
${rules}`
}

/** Text in a style sheet: all special characters are escaped by number. */
const cssText = (text: string) =>
  `"${[...text.toWellFormed().slice(0, 120).toWellFormed()].map((character) => (/[\p{L}\p{N} .,·–-]/u.test(character) ? character : `\\${(character.codePointAt(0) ?? 0).toString(16)} `)).join('')}"`
