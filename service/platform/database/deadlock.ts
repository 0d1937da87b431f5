/** Often enough for any crowd: each time at least one of those that waited crosswise got through. */
const mostTries = 5

/**
 * PostgreSQL ends one of several transactions that wait for each other in a circle, and nothing of it was done. Foreign
 * keys that clear or delete rows lock them in an order nobody chooses, so this cannot be ruled out by order alone: the
 * victim simply goes again. Whatever runs in a transaction must therefore touch nothing but the database.
 */
export async function againWhenVictim<Result>(transaction: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await transaction()
    } catch (error) {
      if (tries === mostTries || !isVictim(error)) throw error
    }
  }
}

const deadlockDetected = '40P01'
const isVictim = (error: unknown) => (error as { code?: string } | null)?.code === deadlockDetected
