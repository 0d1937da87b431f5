/** Every way in which a person signs in. All of them end in `completeSignIn`; sign-in-ways.test.ts has a row for each. */
export const signInWays = ['password', 'passkey', 'invitation', 'password reset', 'single sign-on'] as const
export type SignInWay = (typeof signInWays)[number]

/** What a person can prove. */
export const factorTypes = ['password', 'totp', 'recovery-code', 'passkey', 'single sign-on'] as const
export type FactorType = (typeof factorTypes)[number]

/** Factors that the person has and does not know: one of them is enough as the second factor. */
export const secondFactors: readonly FactorType[] = ['totp', 'recovery-code', 'passkey']
