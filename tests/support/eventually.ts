import { expect } from 'bun:test'

const PATIENCE_MS = 30_000

/** Until `read` gives what is expected, as what happens in its own time does; then it fails as `toEqual` would. */
export async function eventually<T>(read: () => T | Promise<T>, expected: T): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS
  const look = async () => read()
  let seen = await look().catch(whileNavigating)
  while (!Bun.deepEquals(seen, expected) && performance.now() < deadline) {
    await Bun.sleep(20)
    seen = await look().catch(whileNavigating)
  }
  expect<unknown>(seen).toEqual(expected)
}

/** A page that is being left shows nothing yet: it is looked at again. */
function whileNavigating(error: unknown): unknown {
  if (/Execution context was destroyed/.test(String(error))) return error
  throw error
}

/** Until a condition holds; throws with `what` when it does not come to hold. */
export async function until(holds: () => boolean | Promise<boolean>, what = 'the condition'): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`Waited in vain for ${what}`)
    await Bun.sleep(5)
  }
}
