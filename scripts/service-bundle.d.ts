export function findServiceProgram(project: string, node: string): Promise<string>
/** Undefined: there is none of these sources. */
export function findBundle(project: string): string | undefined
