import { expect } from 'bun:test'

const PATIENCE_MS = 30_000

/** Until `read` gives what is expected, as what happens in its own time does; then it fails as `toEqual` would. */
export async function eventually<T>(read: () => T | Promise<T>, expected: T): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS
  let seen = await read()
  while (!Bun.deepEquals(seen, expected) && performance.now() < deadline) {
    await Bun.sleep(20)
    seen = await read()
  }
  expect<unknown>(seen).toEqual(expected)
}

/** Until a condition holds; throws with `what` when it does not come to hold. */
export async function until(holds: () => boolean | Promise<boolean>, what = 'the condition'): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`Waited in vain for ${what}`)
    await Bun.sleep(5)
  }
}
