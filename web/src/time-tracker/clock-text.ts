/** Seconds as "2:05". Negative when a bucket is overdrawn. */
export function clockText(seconds: number): string {
  const minutes = Math.floor(Math.abs(seconds) / 60)
  const text = `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
  return seconds < 0 && text !== '0:00' ? `−${text}` : text
}

/** With seconds, for a running timer: "0:12:09". */
export function clockTextWithSeconds(seconds: number): string {
  const rest = String(Math.floor(seconds) % 60).padStart(2, '0')
  return `${clockText(seconds)}:${rest}`
}
