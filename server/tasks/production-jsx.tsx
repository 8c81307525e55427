/** Bun compiles JSX for development where it is started in another folder than the program's; React has no such call in production. */
export function isJsxForProduction(): boolean {
  try {
    return Boolean(<i />)
  } catch {
    return false
  }
}
