declare const unit: unique symbol

/** Seconds since 1970, as PHP writes times. A plain number does not fit, so that milliseconds are not taken for seconds. */
export type UnixSeconds = number & { readonly [unit]: 'seconds' }

/** Whole seconds. */
export function unixSeconds(time: Date): UnixSeconds {
  // The only place that makes the type.
  return Math.floor(time.getTime() / 1000) as UnixSeconds
}

export const fromUnixSeconds = (seconds: UnixSeconds): Date => new Date(seconds * 1000)
