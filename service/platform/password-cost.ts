/** The parameters of scrypt. They are stored with each hash, so that they can be raised later. */
export interface PasswordCost {
  /** N is two to this power. */
  power: number
  blockSize: number
  parallel: number
}

/** The OWASP recommendation for 32 MiB of memory per hash. */
export const productionPasswordCost: PasswordCost = { power: 15, blockSize: 8, parallel: 3 }
