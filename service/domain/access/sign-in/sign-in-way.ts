/** Every way in which a person signs in. All of them end in `completeSignIn`; sign-in-ways.test.ts has a row for each. */
export const signInWays = ['password', 'invitation', 'password reset'] as const
export type SignInWay = (typeof signInWays)[number]

/** What a person can prove. `password` alone is one factor; other ways add theirs. */
export const factorTypes = ['password'] as const
export type FactorType = (typeof factorTypes)[number]
