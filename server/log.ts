export const logFailure = (what: string, error: unknown) =>
  console.error(`${what}: ${error instanceof Error ? error.message : error}`)
