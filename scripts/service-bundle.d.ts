export function findServiceProgram(project: string, node: string): Promise<string>
export function isFresh(project: string): boolean
