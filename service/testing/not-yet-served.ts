/** What the specification promises and the house does not serve yet. Only ever gets shorter. */
export const abilitiesNotYetServed: string[] = []

export const routesNotYetServed: string[] = []
