export interface Instruction {
  keyword: string
  rest: string
}

/** The instructions of a container recipe by stage. Continued lines are joined; comments are removed. */
export function readStages(text: string): Instruction[][] {
  const stages: Instruction[][] = []
  const lines = text
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .join('\n')
    .replaceAll('\\\n', ' ')
    .split('\n')
  for (const line of lines) {
    const [, keyword, rest] = /^([A-Z]+) +(.*)$/.exec(line.trim()) ?? []
    if (!keyword || !rest) continue
    if (keyword === 'FROM') stages.push([])
    stages.at(-1)?.push({ keyword, rest })
  }
  return stages
}

/** The arguments of a CMD or HEALTHCHECK in its JSON form. */
export function commandOf(stage: Instruction[], keyword: string): string[] {
  const { rest = '' } = stage.find((instruction) => instruction.keyword === keyword) ?? {}
  return JSON.parse(rest.slice(rest.indexOf('[')))
}
