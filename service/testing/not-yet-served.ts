/** What the specification promises and the service does not serve yet. Only ever gets shorter. */
export const abilitiesNotYetServed: string[] = []

export const routesNotYetServed: string[] = []
