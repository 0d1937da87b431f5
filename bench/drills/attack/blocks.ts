import type { Block } from '../../fuzz/watchdog.ts'

const mark = 'block of the event loop '

export const printBlock = (block: Block) => console.log(mark + JSON.stringify(block))

/** Finds the block with the most processor time in the service's output. */
export function findLongestBlock(output: string): Block | null {
  const lines = output.split('\n').filter((line) => line.startsWith(mark))
  const blocks = lines.map((line): Block => JSON.parse(line.slice(mark.length)))
  return blocks.sort((a, b) => b.cpuMs - a.cpuMs)[0] ?? null
}
