import { useEffect, useState } from 'react'

const pauseMs = 350

/** A text filter that is applied when typing stops. */
export function FilterText({
  label,
  value = '',
  onChange,
}: {
  label: string
  value: string | undefined
  onChange: (value: string) => void
}) {
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  useEffect(() => {
    if (text === value) return
    const timer = setTimeout(() => onChange(text.trim()), pauseMs)
    return () => clearTimeout(timer)
  }, [text, value, onChange])
  return (
    <input
      className="input"
      style={{ width: '9rem' }}
      aria-label={label}
      placeholder={label}
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  )
}
