import { useId, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { useFieldError } from '../ui/form/form.tsx'
import { reportsTexts } from './reports-texts.ts'

const largestBytes = 500 * 1024

/** Uploads a logo, which is stored with the settings so that reports load nothing from elsewhere. */
export function LogoField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const id = useId()
  const [tooLarge, setTooLarge] = useState(false)
  const error = useFieldError('logo')
  const read = (file: File | undefined) => {
    if (!file) return
    setTooLarge(file.size > largestBytes)
    if (file.size > largestBytes) return
    const reader = new FileReader()
    reader.addEventListener('load', () => onChange(String(reader.result)))
    reader.readAsDataURL(file)
  }
  return (
    <div className="field">
      <label htmlFor={id}>{reportsTexts.logo}</label>
      <div className="line">
        {value.startsWith('data:image/') && <img className="logo-shown" src={value} alt={reportsTexts.logo} />}
        {value.startsWith('https:') && <code>{value}</code>}
        <input
          id={id}
          type="file"
          accept="image/png,image/jpeg,image/gif,image/webp,image/svg+xml"
          aria-describedby={`${id}-hint`}
          onChange={(event) => read(event.target.files?.[0])}
        />
        {value !== '' && (
          <Button small tone="quiet" onClick={() => onChange('')}>
            {reportsTexts.remove}
          </Button>
        )}
      </div>
      <span id={`${id}-hint`} className="hint">
        {reportsTexts.pngJpegGifWebp}
      </span>
      {(tooLarge || error !== undefined) && (
        <span className="error" role="alert">
          {tooLarge ? reportsTexts.thisPictureIsLarger : reportsTexts.logoError({ error: error ?? '' })}
        </span>
      )}
    </div>
  )
}
