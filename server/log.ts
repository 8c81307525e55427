/** A line of the log about work beside requests that failed, and that is tried again or done without. */
export const logFailure = (what: string, error: unknown) =>
  console.error(`${what}: ${error instanceof Error ? error.message : error}`)
