/** A row of the table in spec/threats.md. */
export interface ThreatRow {
  class: number
  defence: string
  tests: { file: string; title: string }[]
  /** A date, or – where the class waits for other work. */
  attacked: string
}

/** Classes of which the defence belongs to work that is not done yet. */
export const waitingClasses: readonly number[] = []
export const lastClass = 60

export function readThreats(text: string): ThreatRow[] {
  return text
    .split('\n')
    .filter((line) => /^\| \d+ \|/.test(line))
    .map((line) => {
      const [number, , defence, tests, attacked] = line
        .slice(1, -1)
        .split(' | ')
        .map((cell) => cell.trim())
      return {
        class: Number(number),
        defence: defence ?? '',
        tests: [...(tests ?? '').matchAll(/`([^`]+)` › (.+?)(?=<br>|$)/g)].map(([, file, title]) => ({
          file: file!,
          title: title!,
        })),
        attacked: attacked ?? '',
      }
    })
}

/** What is wrong with the table, a sentence each. `read` answers the text of a file, or null where there is none. */
export function problemsOf(rows: ThreatRow[], read: (file: string) => string | null): string[] {
  const numbers = rows.map((row) => row.class)
  const problems = Array.from({ length: lastClass }, (_, index) => index + 1).flatMap((number) => {
    const count = numbers.filter((each) => each === number).length
    return count === 1 ? [] : [`Class ${number} has ${count} rows.`]
  })
  for (const row of rows.filter((each) => !waitingClasses.includes(each.class))) {
    if (row.defence === '') problems.push(`Class ${row.class} names no defence.`)
    if (row.tests.length === 0) problems.push(`Class ${row.class} names no test.`)
    if (!/^\d{4}-\d\d-\d\d$/.test(row.attacked)) problems.push(`Class ${row.class} does not say when it was attacked.`)
    for (const { file, title } of row.tests) {
      const text = read(file)
      if (text === null) problems.push(`Class ${row.class}: there is no file ${file}.`)
      else if (!/\.test\.ts$/.test(file)) problems.push(`Class ${row.class}: ${file} is no test.`)
      else if (!text.includes(title)) problems.push(`Class ${row.class}: ${file} has no test “${title}”.`)
    }
  }
  return problems
}
