import type { Branding } from './branding.ts'
import { reportsTexts } from './reports-texts.ts'

/** Preview of the cover while it is being edited; the saved report is on the other tab. */
export function CoverPreview({ branding }: { branding: Branding }) {
  const { company_name, company_website, company_email, company_phone, logo, title } = branding
  const ink = isLight(branding.brand_color) ? '#10202e' : '#ffffff'
  return (
    <div
      className="cover-preview"
      style={{
        color: ink,
        background: `linear-gradient(150deg, color-mix(in srgb, ${branding.brand_color} 86%, white), ${branding.brand_color})`,
      }}
    >
      {logo.startsWith('data:image/') ? (
        <span className="cover-logo">
          <img src={logo} alt={company_name || reportsTexts.logo} />
        </span>
      ) : (
        <strong>{company_name || reportsTexts.yourCompany}</strong>
      )}
      <div className="cover-middle" style={{ borderColor: branding.accent_color }}>
        <span>{reportsTexts.october2026}</span>
        <b>{title || reportsTexts.title}</b>
        <span>{reportsTexts.harbourBakery}</span>
      </div>
      <small>{[company_website, company_email, company_phone].filter(Boolean).join(' · ')}</small>
    </div>
  )
}

/** Whether dark text is more readable on this colour: relative luminance as in WCAG. */
function isLight(color: string): boolean {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.18
}
