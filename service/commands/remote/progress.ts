const width = 30

/** `[###########-------------------]  37 %  1,850 of 5,000`. */
export function progressBar(done: number, total: number): string {
  const share = total > 0 ? Math.min(1, done / total) : 0
  const filled = Math.floor(share * width)
  const percent = String(Math.floor(share * 100)).padStart(3)
  const count = (number: number) => number.toLocaleString('en')
  return `[${'#'.repeat(filled)}${'-'.repeat(width - filled)}] ${percent} %  ${count(done)} of ${count(total)}`
}
