export interface Instruction {
  word: string
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
    const [, word, rest] = /^([A-Z]+) +(.*)$/.exec(line.trim()) ?? []
    if (!word || !rest) continue
    if (word === 'FROM') stages.push([])
    stages.at(-1)?.push({ word, rest })
  }
  return stages
}

/** The arguments of a CMD or HEALTHCHECK in its JSON form. */
export function commandOf(stage: Instruction[], word: string): string[] {
  const { rest = '' } = stage.find((instruction) => instruction.word === word) ?? {}
  return JSON.parse(rest.slice(rest.indexOf('[')))
}
