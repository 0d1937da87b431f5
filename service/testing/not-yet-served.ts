/** Parts of the specification that the service does not serve yet. This list only gets shorter. */
export const abilitiesNotYetServed: string[] = []

export const routesNotYetServed: string[] = []
