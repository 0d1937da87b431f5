/** The logo: two sails over a hull. */
export function BrandMark({ size = 26 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="#0d4f4f" />
      <path d="M15 5v14H6.5z" fill="#7fded2" />
      <path d="M17.5 9v10h7z" fill="#fff" />
      <path d="M5 21.5h22l-3 4.2a2.4 2.4 0 0 1-2 1.1H10a2.4 2.4 0 0 1-2-1.1z" fill="#fff" />
    </svg>
  )
}
